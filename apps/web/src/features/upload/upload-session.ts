import type { Review } from '@wingmark/contract/reviews'
import type { KeptFile, KeptSession } from './kept-session.ts'
import type { Restored } from './restore-session.ts'
import {
  emptyQueue,
  isMoving,
  isNotUploaded,
  isPending,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts'

export type UploadView = 'closed' | 'choose' | 'files' | 'published'

/** Everything the upload screens show. Lives above the router, so that uploads go on from page to page. */
export type UploadSession = {
  view: UploadView
  queue: UploadQueue
  /** The review that the dialog was opened for, or `new`. Null: stored by an earlier version. */
  target: string | null
  /** Addresses of small pictures of the files in this tab, by the files' ids. */
  pictures: Readonly<Record<string, string>>
  /** Chosen in an earlier visit and not finished; they go on once they are chosen again. */
  missing: readonly KeptFile[]
  /** Files are being looked at before they join the queue. */
  processing: boolean
  /** Large files that wait for "Continue with upload?". */
  confirm: { files: File[]; warnings: string[] } | null
  /** A selection that was stopped by some of its files, and those that could go on without them. */
  stopped: { rest: File[]; total: number } | null
  /** A new upload for another review, while files of an earlier one are still here. */
  conflict: { files: readonly File[] | undefined; reviewId: string | null } | null
  name: string
  /** The person has written it; else it is proposed, and gives way to the first key. */
  isNamed: boolean
  /** Until which day comments are wanted; empty without one. */
  commentsUntil: string
  nameError: string | null
  publishing: boolean
  publishError: { message: string; detail: string | null } | null
  /** Stays the same over retries, so that a lost answer never makes a second review. */
  publishKey: string
  published: Review | null
  /** Files that were paused when their review was published, and went on by that. */
  goesOn: boolean
}

export function newSession(publishKey: string, reviewId: string | null = null): UploadSession {
  return {
    view: 'closed',
    queue: emptyQueue(reviewId),
    target: reviewId ?? 'new',
    pictures: {},
    missing: [],
    processing: false,
    confirm: null,
    stopped: null,
    conflict: null,
    name: '',
    isNamed: false,
    commentsUntil: '',
    nameError: null,
    publishing: false,
    publishError: null,
    publishKey,
    published: null,
    goesOn: false,
  }
}

/** That of an earlier visit; its files are still to be added. */
export function restoredSession(
  { name, commentsUntil = '', key, reviewId, target }: KeptSession,
  { pictures, ready, missing }: Restored,
): UploadSession {
  const written = { name, isNamed: name !== '', commentsUntil }
  const all = [...ready.map((one) => one.kept), ...missing]
  return { ...newSession(key, reviewId), target: target ?? null, ...written, pictures, missing: all }
}

/** Something is being chosen, asked or published: it is not over, though no file may be here yet. */
export function isBusy({ processing, confirm, publishing }: UploadSession): boolean {
  return processing || publishing || confirm !== null
}

const isEmpty = ({ queue, missing }: UploadSession) => queue.items.length + missing.length === 0

/** Nothing is open, and nothing is here. */
export function isAtRest(session: UploadSession): boolean {
  return session.view === 'closed' && isEmpty(session) && !isBusy(session) && session.conflict === null
}

/** Whether an earlier visit's upload may take this place: it is free, and open for nothing else. */
export function mayJoin(session: UploadSession, { reviewId }: Pick<KeptSession, 'reviewId'>): boolean {
  const isOpenForIt =
    session.view === 'choose' && session.queue.reviewId === reviewId && session.stopped === null
  return isAtRest(session) || (isOpenForIt && isAtRest({ ...session, view: 'closed' }))
}

/** Bytes are on their way, or will be without anybody's doing. */
export function isUploading({ queue }: UploadSession): boolean {
  return queue.mode !== 'paused' && queue.items.some(isMoving)
}

/** Not there yet, and not waiting for its own button. */
export function isComing(item: UploadItem): boolean {
  return isPending(item) && !item.isHeld
}

/** The file whose bytes are on their way is waiting for the line. */
export function isLineLost({ queue }: UploadSession): boolean {
  return queue.items.some((item) => item.state === 'uploading' && item.isLineLost)
}

// What is refused for good waits for nobody.
const isLeft = (item: UploadItem) => item.review !== 'attached' && item.state !== 'refused'

/** Nothing is left that would be lost if the session were forgotten. */
export function isFinished({ queue, missing }: UploadSession): boolean {
  return missing.length === 0 && !queue.items.some(isLeft)
}

/** Files that no review lists yet, those still to be chosen again included. */
export function leftFiles({ queue, missing }: Pick<UploadSession, 'queue' | 'missing'>): { name: string }[] {
  return [...queue.items.filter(isLeft), ...missing]
}

/** What a publication leaves out. */
export function notUploaded({ queue }: Pick<UploadSession, 'queue'>): UploadItem[] {
  return queue.items.filter(isNotUploaded)
}

/** The page is left with uploads that only this dialog keeps going. */
export function isLeavingUnsafe(session: UploadSession): boolean {
  return session.view === 'files' && isUploading(session)
}
