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

/** The file that chosen ones may be a version of; `isSure` if nobody need be asked; `startFresh`: without pins. */
export type VersionOf = { file: string; isSure: boolean; startFresh?: boolean }

export type UploadView = 'closed' | 'choose' | 'files' | 'published'

/** Everything the upload screens show. Lives above the router, so that uploads survive navigation. */
export type UploadSession = {
  view: UploadView
  queue: UploadQueue
  /** The review that the dialog was opened for, or `new`. Null: stored by an earlier version. */
  target: string | null
  /** Thumbnails of this tab's files, by file id. */
  pictures: Readonly<Record<string, string>>
  /** Chosen in an earlier visit and unfinished; they resume once chosen again. */
  missing: readonly KeptFile[]
  /** Files are being checked before they join the queue. */
  processing: boolean
  /** Large files awaiting "Continue with upload?". */
  confirm: { files: File[]; warnings: string[]; asked: VersionOf | null } | null
  /** Files of which some may be new versions: for each, of which file. */
  pairs: { files: readonly File[]; of: readonly (string | null)[] } | null
  /** A selection stopped by some of its files, and the valid ones. */
  stopped: { rest: File[]; total: number } | null
  /** A new upload for another review, while files of an earlier one are still here. */
  conflict: { files: readonly File[] | undefined; reviewId: string | null; of: VersionOf | null } | null
  name: string
  /** The user has typed it; a proposed name gives way to the first key. */
  isNamed: boolean
  /** The due date; empty without one. */
  commentsUntil: string
  nameError: string | null
  publishing: boolean
  publishError: { message: string; detail: string | null } | null
  /** Stays the same over retries, so that a lost answer never creates a second review. */
  publishKey: string
  published: Review | null
  /** Files that were paused when their review was published, and resumed then. */
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
    pairs: null,
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

/** An earlier visit's session; its files are still to be added. */
export function restoredSession(
  { name, commentsUntil = '', key, reviewId, target }: KeptSession,
  { pictures, ready, missing }: Restored,
): UploadSession {
  const written = { name, isNamed: name !== '', commentsUntil }
  const all = [...ready.map((one) => one.kept), ...missing]
  return { ...newSession(key, reviewId), target: target ?? null, ...written, pictures, missing: all }
}

/** Something is being chosen, asked or published, even if no file is here yet. */
export function isBusy({ processing, confirm, pairs, publishing }: UploadSession): boolean {
  return processing || publishing || confirm !== null || pairs !== null
}

const isEmpty = ({ queue, missing }: UploadSession) => queue.items.length + missing.length === 0

/** Nothing is open, and nothing is here. */
export function isAtRest(session: UploadSession): boolean {
  return session.view === 'closed' && isEmpty(session) && !isBusy(session) && session.conflict === null
}

/** Whether an earlier visit's upload may take this place, which must be free. */
export function mayJoin(session: UploadSession, { reviewId }: Pick<KeptSession, 'reviewId'>): boolean {
  const isOpenForIt =
    session.view === 'choose' && session.queue.reviewId === reviewId && session.stopped === null
  return isAtRest(session) || (isOpenForIt && isAtRest({ ...session, view: 'closed' }))
}

/** Uploading, or soon to be, without user action. */
export function isUploading({ queue }: UploadSession): boolean {
  return queue.mode !== 'paused' && queue.items.some(isMoving)
}

/** Not uploaded yet, and not waiting for its own button. */
export function isComing(item: UploadItem): boolean {
  return isPending(item) && !item.isHeld
}

/** The uploading file waits for the connection. */
export function isLineLost({ queue }: UploadSession): boolean {
  return queue.items.some((item) => item.state === 'uploading' && item.isLineLost)
}

// Files refused for good wait for nobody.
const isLeft = (item: UploadItem) => item.review !== 'attached' && item.state !== 'refused'

/** Forgetting the session would lose nothing. */
export function isFinished({ queue, missing }: UploadSession): boolean {
  return missing.length === 0 && !queue.items.some(isLeft)
}

/** Files that no review lists yet, including those to choose again. */
export function leftFiles({ queue, missing }: Pick<UploadSession, 'queue' | 'missing'>): { name: string }[] {
  return [...queue.items.filter(isLeft), ...missing]
}

/** What a publication leaves out. */
export function notUploaded({ queue }: Pick<UploadSession, 'queue'>): UploadItem[] {
  return queue.items.filter(isNotUploaded)
}

/** Leaving the page would stop uploads. */
export function isLeavingUnsafe(session: UploadSession): boolean {
  return session.view === 'files' && isUploading(session)
}

/** What a file is uploaded for; a version is for its file. */
export const targetOf = ({ queue, target }: UploadSession, id: string): string | null =>
  queue.items.find((item) => item.id === id)?.of ?? target
