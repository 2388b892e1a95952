import { rm } from 'node:fs/promises'

type Copy = {
  path: string
  sizeBytes: number
  /** Resolves when the bytes are there. */
  ready: Promise<void>
  users: number
  forget: NodeJS.Timeout | null
}

export type LocalCopies = {
  /** Runs `use` with a path that holds the object's bytes; they are fetched once for all who want them. */
  with: <T>(key: string, use: (path: string) => Promise<T>) => Promise<T>
  /** Takes over a file that holds the object's bytes already. */
  give: (key: string, path: string, sizeBytes: number) => void
  /** The object is gone: whoever works on the copy finishes, nobody else finds it. */
  drop: (key: string) => void
}

type Options = {
  measure: (key: string) => Promise<number>
  fetch: (key: string, path: string) => Promise<void>
  temporaryPath: () => string
  /** All copies together; one that is larger alone is fetched when no other is there. */
  maxBytes: number
  keptMs: number
}

/** Originals of a distant store on this machine, for programs that read files: few, and not for long. */
export function keepLocalCopies({ measure, fetch, temporaryPath, maxBytes, keptMs }: Options): LocalCopies {
  const copies = new Map<string, Copy>()
  let usedBytes = 0
  let waiting: (() => void)[] = []

  const remove = (key: string, copy: Copy) => {
    if (copies.get(key) === copy) copies.delete(key)
    if (copy.forget) clearTimeout(copy.forget)
    usedBytes -= copy.sizeBytes
    void rm(copy.path, { force: true }).catch(() => {})
    for (const wake of waiting.splice(0)) wake()
  }

  /** Removes what nobody uses, longest unused first, until so many more bytes fit; false when they do not. */
  const evict = (sizeBytes: number): boolean => {
    for (const [key, copy] of copies) {
      if (usedBytes + sizeBytes <= maxBytes) return true
      if (copy.users === 0) remove(key, copy)
    }
    return usedBytes + sizeBytes <= maxBytes
  }

  const makeRoom = async (sizeBytes: number) => {
    while (!evict(sizeBytes) && usedBytes > 0) await new Promise<void>((wake) => waiting.push(wake))
    usedBytes += sizeBytes
  }

  const release = (key: string, copy: Copy) => {
    copy.users -= 1
    if (copy.users > 0) return
    if (copies.get(key) !== copy) return remove(key, copy)
    // Last used, last to go.
    copies.delete(key)
    copies.set(key, copy)
    copy.forget = setTimeout(() => remove(key, copy), keptMs).unref()
    evict(0)
    for (const wake of waiting.splice(0)) wake()
  }

  const start = (key: string): Copy => {
    const copy: Copy = {
      path: temporaryPath(),
      sizeBytes: 0,
      ready: Promise.resolve(),
      users: 0,
      forget: null,
    }
    copy.ready = (async () => {
      const sizeBytes = await measure(key)
      await makeRoom(sizeBytes)
      copy.sizeBytes = sizeBytes
      await fetch(key, copy.path)
    })()
    // A failed one is not found again.
    copy.ready.catch(() => copies.get(key) === copy && copies.delete(key))
    copies.set(key, copy)
    return copy
  }

  return {
    async with(key, use) {
      const copy = copies.get(key) ?? start(key)
      if (copy.forget) clearTimeout(copy.forget)
      copy.users += 1
      try {
        await copy.ready
        return await use(copy.path)
      } finally {
        release(key, copy)
      }
    },
    give(key, path, sizeBytes) {
      usedBytes += sizeBytes
      const copy: Copy = { path, sizeBytes, ready: Promise.resolve(), users: 1, forget: null }
      copies.set(key, copy)
      release(key, copy)
    },
    drop(key) {
      const copy = copies.get(key)
      if (!copy) return
      copies.delete(key)
      if (copy.users === 0) remove(key, copy)
    },
  }
}
