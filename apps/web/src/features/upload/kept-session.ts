import { createStore, del, delMany, entries, set } from 'idb-keyval'
import type { StoredFile } from '#web/lib/upload-transport'
import type { ChosenFile } from './upload-queue.ts'

/** What a later visit has to know of a file, so that it goes on where it stopped. */
export type KeptFile = ChosenFile & {
  lastModified: number
  /** Where its bytes are arriving, once some have. */
  address: string | null
  stored: StoredFile | null
  /** Where the browser gives one, the file can be read again without being chosen again. */
  handle: FileSystemFileHandle | null
  /** Names of the folders that it was chosen in, where those are made too. */
  folders?: readonly string[]
}

/** What any unfinished upload leaves, whatever it is for. */
export type KeptUpload = {
  key: string
  owner: string
  /** Nothing is said of reviews. */
  purpose?: 'REVIEW' | 'TRANSFER'
  files: KeptFile[]
  savedAt: number
}

/** An unpublished upload. `key` is its publish key, so a lost answer creates no second review. */
export type KeptSession = KeptUpload & {
  purpose?: 'REVIEW'
  reviewId: string | null
  /** What its files are sent for; said since files have targets. */
  target?: string
  name: string
  commentsUntil?: string
}

export type SessionKeeper<Kept extends KeptUpload = KeptSession> = {
  save: (session: Kept) => void
  forget: (key: string) => Promise<void>
  forgetAll: typeof forgetKeptUploads
  /** The newest upload of this person that no open tab is busy with; from then on it is this tab's. */
  take: (owner: string) => Promise<Kept | null>
  /** Leaves it to another visit. */
  release: (key: string) => void
}

const keptForMs = 7 * 86_400_000
const lockOf = (key: string) => `wingmark.upload.${key}`

const isAble = typeof indexedDB !== 'undefined' && 'locks' in navigator
let store: ReturnType<typeof createStore> | null = null
const open = () => (store ??= createStore('wingmark-uploads', 'sessions'))

/** Everything of this person, also what other tabs are busy with, whatever it is for. */
export async function forgetKeptUploads(owner: string): Promise<void> {
  if (!isAble) return
  const all = await entries<string, KeptUpload>(open()).catch(() => [])
  const keys = all.filter(([, session]) => session.owner === owner).map(([key]) => key)
  await delMany(keys, open()).catch(() => undefined)
}

/** Keeps unfinished uploads in this browser. Where it cannot (private windows, plain HTTP), nothing is kept. */
export function createSessionKeeper<Kept extends KeptUpload = KeptSession>(
  purpose: 'REVIEW' | 'TRANSFER',
): SessionKeeper<Kept> {
  const held = new Map<string, () => void>()
  // The lock ends with the tab, however that ends; so what has no lock is nobody's.
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
