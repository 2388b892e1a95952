import type { Review } from '@wingmark/contract/reviews'
import { emptyQueue, isPending, type UploadQueue } from './upload-queue.ts'

export type UploadView = 'closed' | 'choose' | 'files' | 'published'

/** Everything the upload screens show. Lives above the router, so that uploads go on from page to page. */
export type UploadSession = {
  view: UploadView
  queue: UploadQueue
  /** Files are being looked at before they join the queue. */
  processing: boolean
  /** Large files that wait for "Continue with upload?". */
  confirm: { files: File[]; warnings: string[] } | null
  /** A new upload for another review, while files of an earlier one are still here. */
  conflict: { files: readonly File[] | undefined; reviewId: string | null } | null
  name: string
  nameError: string | null
  publishing: boolean
  publishError: { message: string; detail: string | null } | null
  /** Stays the same over retries, so that a lost answer never makes a second review. */
  publishKey: string
  published: Review | null
}

export function newSession(publishKey: string, reviewId: string | null = null): UploadSession {
  return {
    view: 'closed',
    queue: emptyQueue(reviewId),
    processing: false,
    confirm: null,
    conflict: null,
    name: '',
    nameError: null,
    publishing: false,
    publishError: null,
    publishKey,
    published: null,
  }
}

/** Bytes are on their way, or will be without anybody's doing. */
export function isUploading({ queue }: UploadSession): boolean {
  return queue.mode !== 'paused' && queue.items.some(isPending)
}

/** Nothing is left that would be lost if the session were forgotten. */
export function isFinished({ queue }: UploadSession): boolean {
  return queue.items.every((item) => item.review === 'attached')
}

/** The page is left with uploads that only this dialog keeps going. */
export function isLeavingUnsafe(session: UploadSession): boolean {
  return session.view === 'files' && isUploading(session)
}
