import { createStore, delMany, get, set } from 'idb-keyval'
import type { DraftFile } from './drafts.ts'

// Files of pending messages: their bytes stay in IndexedDB until they can be sent.

const prefix = 'kept:'
let store: ReturnType<typeof createStore> | null = null
const open = () => (store ??= createStore('wingmark-waiting', 'files'))

export const isKeptFile = ({ _id }: DraftFile) => _id.startsWith(prefix)
/** Identifies the same file over all its upload tries. */
export const keyOfKept = ({ _id }: DraftFile) => _id.slice(prefix.length)

/** Throws without such a store (private windows) or without room. */
export async function keepFile(key: string, file: File, kind: DraftFile['kind']): Promise<DraftFile> {
  await set(key, file, open())
  void navigator.storage?.persist?.().catch(() => false)
  return { _id: prefix + key, name: file.name, kind }
}

export const readKept = (file: DraftFile) => get<File>(keyOfKept(file), open()).catch(() => undefined)

/** They are uploaded, or no longer wanted. */
export async function forgetKept(files: readonly DraftFile[]): Promise<void> {
  const keys = files.filter(isKeptFile).map(keyOfKept)
  if (keys.length > 0) await delMany(keys, open()).catch(() => undefined)
}
