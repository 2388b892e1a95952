import type { Review } from '@wingmark/contract/reviews'
import type { UploadTransport } from '#web/lib/upload-transport'
import type { KeptFile, SessionKeeper } from './kept-session.ts'
import type { RestoreDeps } from './restore-session.ts'

/** Everything outside that the upload store works with. */
export type UploadDeps = {
  transport: UploadTransport
  newKey: () => string
  /** Throws when a file cannot be read. */
  readable: (files: readonly File[]) => Promise<void>
  measure: (file: File) => Promise<{ width: number; height: number } | null>
  /** Address of a small picture of it; null where there can be none. */
  draw: (file: File) => Promise<string | null>
  keeper: SessionKeeper
  restore: Pick<RestoreDeps, 'findStored' | 'reopen'>
  /** Asks for the right to read it once more, and reads it. */
  askToReopen: (kept: KeptFile) => Promise<File | null>
  /** Tells the server that the bytes at this address are not needed. */
  abandon: (address: string) => void
  createReview: (input: {
    name: string
    files: string[]
    commentsUntil?: string
    key: string
  }) => Promise<Review>
  renameReview: (reviewId: string, name: string) => Promise<Review>
  /** `takesNew`: the review was made of the same upload. */
  addToReview: (reviewId: string, files: readonly string[], takesNew: boolean) => Promise<Review>
  discardFile: (fileId: string) => Promise<unknown>
  /** Reloads the review's page if it is on screen and uploads nothing; then says `words`. */
  reloadReview: (reviewId: string, words: string | null) => boolean
  /** What the person reads of a failed call, and which field it is about. */
  explain: (error: unknown) => { message: string | null; fields: Record<string, string> }
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}
