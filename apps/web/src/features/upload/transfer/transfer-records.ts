import { createMadeFolders, type MadeFolder } from './made-folders.ts'

/** In parallel; browsers refuse thousands of open requests. */
const madeAtOnce = 32

type Deps = {
  newKey: () => string
  /** Resolves to the folder's id. */
  makeFolder: (input: { name: string; parent: string | null; key: string }) => Promise<string>
  /** Resolves to the record's id. */
  makeRecord: (input: { name: string; file: string; parent: string | null; key: string }) => Promise<string>
}

/** `file` is null if it is gone; `path`: its folders below the target. */
export type ToRecord = { id: string; name: string; file: string | null; path: readonly string[] }

const placeOf = (path: readonly string[]) => `folder ${path.join('/')}`

async function someAtOnce<T>(all: readonly T[], make: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const work = async () => {
    for (const one of left) await make(one)
  }
  await Promise.all(Array.from({ length: madeAtOnce }, work))
}

/** Creates records for uploaded files, in their folders. Retries duplicate nothing. */
export function createTransferRecords(deps: Deps) {
  /** A record requested twice is created once. */
  const keys = new Map<string, string>()
  const folders = createMadeFolders(deps)
  /** Folders without files, which no record would create. */
  let emptyFolders: readonly (readonly string[])[] = []
  /** By file, in the queue's order, the record or folder that the link shows; null: not made yet. */
  const tops = new Map<string, string | null>()
  const some = (found: Iterable<string | null>) => [...new Set(found)].filter((top) => top !== null)

  async function makeEmpty(path: readonly string[], target: string | null): Promise<boolean> {
    try {
      const made = await folders.forPath(path, target)
      tops.set(placeOf(path), folders.topOf(path, target) ?? made)
      return true
    } catch {
      return false
    }
  }

  async function makeOne({ id, name, file, path }: ToRecord, target: string | null): Promise<boolean> {
    try {
      if (file === null) throw new Error('nothing to make a record of')
      const parent = await folders.forPath(path, target)
      const key = keys.get(id) ?? deps.newKey()
      keys.set(id, key)
      const record = await deps.makeRecord({ name, file, parent, key })
      tops.set(id, folders.topOf(path, target) ?? record)
      return true
    } catch {
      return false
    }
  }

  return {
    /** Reports for each file whether its record was created. */
    async make(
      wanted: readonly ToRecord[],
      target: string | null,
      onResult: (id: string, isMade: boolean) => void,
    ): Promise<void> {
      const places = [...wanted.map(({ id }) => id), ...emptyFolders.map(placeOf)]
      for (const place of places) tops.set(place, tops.get(place) ?? null)
      let hasFolders = true
      await someAtOnce(emptyFolders, async (path) => {
        if (!(await makeEmpty(path, target))) hasFolders = false
      })
      await someAtOnce(wanted, async (one) => onResult(one.id, hasFolders && (await makeOne(one, target))))
    },
    /** What the link shows. */
    items: () => some(tops.values()),
    /** The same up to the first one not made yet, which keeps the link's order. */
    itemsInOrder(): string[] {
      const all = [...tops.values()]
      const end = all.indexOf(null)
      return some(end < 0 ? all : all.slice(0, end))
    },
    /** Names of outermost folders without files. */
    emptyTops: () => emptyFolders.flatMap(([top]) => top ?? []),
    addEmptyFolders(paths: readonly (readonly string[])[]): void {
      emptyFolders = [...emptyFolders, ...paths]
    },
    forget: (id: string) => keys.delete(id),
    /** A created link shows what is sent from now on. */
    forLink: () => tops.clear(),
    note: () => ({
      folders: folders.list(),
      emptyFolders: emptyFolders.map((path) => [...path]),
      items: some(tops.values()),
    }),
    restore(note: {
      folders: readonly (readonly [string, MadeFolder])[]
      emptyFolders?: readonly (readonly string[])[]
      items: readonly string[]
    }): void {
      folders.restore(note.folders)
      emptyFolders = note.emptyFolders ?? []
      for (const item of note.items) tops.set(item, item)
    },
    /** A new transfer begins: equal folders are different ones. */
    clearFolders(): void {
      folders.clear()
      emptyFolders = []
    },
    clear(): void {
      keys.clear()
      folders.clear()
      emptyFolders = []
      tops.clear()
    },
  }
}
