import { createStore, del, delMany, entries, set } from 'idb-keyval'
import type { StoredFile } from '#web/lib/upload-transport'
import type { ChosenFile } from './upload-queue.ts'

/** What a later visit needs to resume a file. */
export type KeptFile = ChosenFile & {
  lastModified: number
  /** Its resumable upload, once begun. */
  address: string | null
  stored: StoredFile | null
  /** If the browser gives one, the file can be read again without choosing it. */
  handle: FileSystemFileHandle | null
  /** Names of its folders, if those are created too. */
  folders?: readonly string[]
}

/** What any unfinished upload leaves. */
export type KeptUpload = {
  key: string
  owner: string
  /** Absent for reviews. */
  purpose?: 'REVIEW' | 'TRANSFER'
  files: KeptFile[]
  savedAt: number
}

/** An unpublished upload. `key` is its publish key, so a lost answer creates no second review. */
export type KeptSession = KeptUpload & {
  purpose?: 'REVIEW'
  reviewId: string | null
  /** Where its files go; absent in older entries. */
  target?: string
  name: string
  commentsUntil?: string
}

export type SessionKeeper<Kept extends KeptUpload = KeptSession> = {
  save: (session: Kept) => void
  forget: (key: string) => Promise<void>
  forgetAll: typeof forgetKeptUploads
  /** Takes this user's newest upload that no open tab holds. */
  take: (owner: string) => Promise<Kept | null>
  /** Leaves it to another visit. */
  release: (key: string) => void
}

const keptForMs = 7 * 86_400_000
const lockOf = (key: string) => `wingmark.upload.${key}`

const isAble = typeof indexedDB !== 'undefined' && 'locks' in navigator
let store: ReturnType<typeof createStore> | null = null
const open = () => (store ??= createStore('wingmark-uploads', 'sessions'))

/** Deletes all of the user's uploads, even those of other tabs. */
export async function forgetKeptUploads(owner: string): Promise<void> {
  if (!isAble) return
  const all = await entries<string, KeptUpload>(open()).catch(() => [])
  const keys = all.filter(([, session]) => session.owner === owner).map(([key]) => key)
  await delMany(keys, open()).catch(() => undefined)
}

/** Stores unfinished uploads in this browser. Without a store (private windows, plain HTTP), does nothing. */
export function createSessionKeeper<Kept extends KeptUpload = KeptSession>(
  purpose: 'REVIEW' | 'TRANSFER',
): SessionKeeper<Kept> {
  const held = new Map<string, () => void>()
  // A lock ends with its tab, so an unlocked entry is free.
  const hold = (key: string): Promise<boolean> => {
    if (held.has(key)) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const keep = (lock: Lock | null) => {
      resolve(lock !== null)
      if (lock) return new Promise<void>((release) => held.set(key, release))
    }
    navigator.locks.request(lockOf(key), { ifAvailable: true }, keep).catch(() => resolve(false))
    return promise
  }
  const release = (key: string) => {
    held.get(key)?.()
    held.delete(key)
  }

  return {
    release,
    save(session) {
      if (!isAble) return
      void hold(session.key)
      void set(session.key, session, open()).catch(() => undefined)
    },
    async forget(key) {
      release(key)
      if (isAble) await del(key, open()).catch(() => undefined)
    },
    forgetAll: forgetKeptUploads,
    async take(owner) {
      if (!isAble) return null
      const all = await entries<string, Kept>(open()).catch(() => [])
      const sessions = all
        .map(([, session]) => session)
        .filter((session) => (session.purpose ?? 'REVIEW') === purpose)
        .toSorted((a, b) => b.savedAt - a.savedAt)
      for (const session of sessions) {
        if (held.has(session.key)) continue
        if (session.savedAt < Date.now() - keptForMs) await del(session.key, open()).catch(() => undefined)
        else if (session.owner === owner && (await hold(session.key))) return session
      }
      return null
    },
  }
}
