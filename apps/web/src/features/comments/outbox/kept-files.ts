import { createStore, delMany, get, set } from 'idb-keyval'
import type { DraftFile } from './drafts.ts'

// Files of words that wait: their bytes lie in IndexedDB until they can go along.

const prefix = 'kept:'
let store: ReturnType<typeof createStore> | null = null
const open = () => (store ??= createStore('wingmark-waiting', 'files'))

export const isKeptFile = ({ _id }: DraftFile) => _id.startsWith(prefix)
/** Names the same file over all tries to bring it to the server. */
export const keyOfKept = ({ _id }: DraftFile) => _id.slice(prefix.length)

/** Throws where the browser has no such store (private windows) or no room. */
export async function keepFile(key: string, file: File, kind: DraftFile['kind']): Promise<DraftFile> {
  await set(key, file, open())
  void navigator.storage?.persist?.().catch(() => false)
  return { _id: prefix + key, name: file.name, kind }
}

export const readKept = (file: DraftFile) => get<File>(keyOfKept(file), open()).catch(() => undefined)

/** They have arrived, or nobody wants them. */
export async function forgetKept(files: readonly DraftFile[]): Promise<void> {
  const keys = files.filter(isKeptFile).map(keyOfKept)
  if (keys.length > 0) await delMany(keys, open()).catch(() => undefined)
}
