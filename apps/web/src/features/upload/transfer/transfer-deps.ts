import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import type { UploadTransport } from '#web/lib/upload-transport'
import type { KeptFile, SessionKeeper } from '../kept-session.ts'
import type { RestoreDeps } from '../restore-session.ts'
import type { KeptTransfer } from './kept-transfer.ts'

/** What the queue asks of the world outside. */
export type TransferDeps = {
  transport: UploadTransport
  newKey: () => string
  readable: (files: readonly File[]) => Promise<void>
  /** Names of the folders that it was chosen in, the outermost first. */
  foldersOf: (file: File) => readonly string[]
  /** Folders without a file among what was chosen, each by its names. */
  emptyFoldersOf: (chosen: readonly File[]) => readonly (readonly string[])[]
  /** Answers the id of the folder. */
  makeFolder: (input: { name: string; parent: string | null; key: string }) => Promise<string>
  /** Answers the id of the record. */
  makeRecord: (input: { name: string; file: string; parent: string | null; key: string }) => Promise<string>
  /** Throws what is wrong with the terms, or with a sentence for the dialog. */
  makeLink: (terms: LinkTerms, count: number, key: string) => Promise<{ id: string; url: string }>
  /** Shows what has come; more than one call takes is left to `completeLink`. */
  addToLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** So many files of it are up. */
  announceArrived: (id: string, count: number) => Promise<unknown>
  completeLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** As many as there are, to what was sent before. */
  addAllToLink: (id: string, items: readonly string[]) => Promise<unknown>
  removeLink: (id: string) => Promise<unknown>
  discardFile: (fileId: string) => Promise<unknown>
  keeper: SessionKeeper<KeptTransfer>
  restore: Pick<RestoreDeps, 'findStored' | 'reopen'>
  /** Asks for the right to read it once more, and reads it. */
  askToReopen: (kept: KeptFile) => Promise<File | null>
  abandon: (address: string) => void
  refresh: () => void
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}
