import { extensionByMime } from '@wingmark/contract/file-types'
import { createStore, delMany, get, set } from 'idb-keyval'
import { v4 as uuid } from 'uuid'
import { readBytes, readHead } from './data-url.ts'

export type KeptBytes = { blob: Blob; name: string; width: number | null; height: number | null }

/** Marks list entries whose bytes are in IndexedDB. */
const prefix = 'idb:'
export const isIdb = (ref: string) => ref.startsWith(prefix)

type Files = ReturnType<typeof createStore>
let store: Files | null = null
/** A browser that refuses the store may throw at once, without a promise. */
const files: Files = async (mode, use) => (store ??= createStore('wingmark-offline', 'files'))(mode, use)

/** Throws without such a store (private windows) or without room. */
export async function keepBytes(bytes: KeptBytes): Promise<string> {
  const id = uuid()
  await set(id, bytes, files)
  return prefix + id
}

export async function forgetBytes(refs: readonly string[]): Promise<void> {
  const ids = refs.filter(isIdb).map((ref) => ref.slice(prefix.length))
  if (ids.length > 0) await delMany(ids, files).catch(() => undefined)
}

export type Bytes = (KeptBytes & { fault: null }) | { fault: string; name: string }

/** The bytes of a list entry, or why there are none. */
export async function bytesOf(ref: string, fallbackName: string): Promise<Bytes> {
  if (isIdb(ref)) {
    const kept = await get<KeptBytes>(ref.slice(prefix.length), files).catch(() => undefined)
    if (!kept) return { fault: 'It is no longer on this device.', name: fallbackName }
    return kept.blob.size === 0 ? { fault: 'This file is empty.', name: kept.name } : { ...kept, fault: null }
  }
  const head = readHead(ref)
  const bytes = head && readBytes(ref)
  if (!head || !bytes)
    return { fault: 'It couldn’t be read: its data isn’t valid base64.', name: fallbackName }
  const name = head.name ?? `${fallbackName}.${endingOf(head.mime)}`
  if (bytes.length === 0) return { fault: 'This file is empty.', name }
  const blob = new Blob([bytes], { type: head.mime })
  return { blob, name, width: head.width, height: head.height, fault: null }
}

const endingOf = (mime: string): string => {
  if (mime === 'application/octet-stream') return 'bin'
  return extensionByMime(mime) ?? (mime.split('/')[1] ?? 'bin').replace(/\+.*$/, '')
}
