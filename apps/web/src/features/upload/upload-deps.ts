import type { Review } from '@wingmark/contract/reviews'
import type { Added } from '#web/features/versions/queries'
import type { UploadTransport } from '#web/lib/upload-transport'
import type { KeptFile, SessionKeeper } from './kept-session.ts'
import type { RestoreDeps } from './restore-session.ts'

type NewVersion = { reviewId: string; of: string; fileId: string; startFresh: boolean; key: string }

/** The upload store's dependencies. */
export type UploadDeps = {
  transport: UploadTransport
  newKey: () => string
  /** Throws if a file is unreadable. */
  readable: (files: readonly File[]) => Promise<void>
  measure: (file: File) => Promise<{ width: number; height: number } | null>
  /** A thumbnail's address; null if impossible. */
  draw: (file: File) => Promise<string | null>
  keeper: SessionKeeper
  restore: Pick<RestoreDeps, 'findStored' | 'reopen'>
  /** Asks for permission to read it again, and reads it. */
  askToReopen: (kept: KeptFile) => Promise<File | null>
  /** Tells the server to discard this partial upload. */
  abandon: (address: string) => void
  createReview: (input: {
    name: string
    files: string[]
    commentsUntil?: string
    key: string
  }) => Promise<Review>
  renameReview: (reviewId: string, name: string) => Promise<Review>
  /** `takesNew`: the review was created from the same upload. */
  addToReview: (reviewId: string, files: readonly string[], takesNew: boolean) => Promise<Review>
  /** The review's files as shown, if they may get new versions. */
  filesOf: (reviewId: string) => readonly { _id: string; name: string }[]
  /** Makes a stored file the next version of `of`. */
  addVersion: (input: NewVersion) => Promise<Added>
  /** They are there; their Undo removes them. */
  saveVersions: (added: readonly Added[]) => void
  discardFile: (fileId: string) => Promise<unknown>
  /** Reloads the review's page if it is on screen and uploads nothing; then says `words`. */
  reloadReview: (reviewId: string, words: string | null) => boolean
  /** A failed call's sentence, and its field. */
  explain: (error: unknown) => { message: string | null; fields: Record<string, string> }
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}
