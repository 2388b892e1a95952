import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import type { UploadTransport } from '#web/lib/upload-transport'
import type { KeptFile, SessionKeeper } from '../kept-session.ts'
import type { RestoreDeps } from '../restore-session.ts'
import type { KeptTransfer } from './kept-transfer.ts'

/** The queue's dependencies. */
export type TransferDeps = {
  transport: UploadTransport
  newKey: () => string
  readable: (files: readonly File[]) => Promise<void>
  /** Names of the folders around it, outermost first. */
  foldersOf: (file: File) => readonly string[]
  /** Chosen folders without files, each as its path. */
  emptyFoldersOf: (chosen: readonly File[]) => readonly (readonly string[])[]
  /** Resolves to the folder's id. */
  makeFolder: (input: { name: string; parent: string | null; key: string }) => Promise<string>
  /** Resolves to the record's id. */
  makeRecord: (input: { name: string; file: string; parent: string | null; key: string }) => Promise<string>
  /** Throws problems of the terms, or the dialog's sentence. */
  makeLink: (terms: LinkTerms, count: number, key: string) => Promise<{ id: string; url: string }>
  /** Shows arrived files; those beyond one call's limit are left to `completeLink`. */
  addToLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** The number of its uploaded files. */
  announceArrived: (id: string, count: number) => Promise<unknown>
  completeLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** Any number, to an earlier delivery. */
  addAllToLink: (id: string, items: readonly string[]) => Promise<unknown>
  removeLink: (id: string) => Promise<unknown>
  discardFile: (fileId: string) => Promise<unknown>
  keeper: SessionKeeper<KeptTransfer>
  restore: Pick<RestoreDeps, 'findStored' | 'reopen'>
  /** Asks for permission to read it again, and reads it. */
  askToReopen: (kept: KeptFile) => Promise<File | null>
  abandon: (address: string) => void
  refresh: () => void
  toastError: (message: string) => void
  toastSuccess: (message: string) => void
}
