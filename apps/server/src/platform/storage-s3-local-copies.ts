import { rm, utimes } from 'node:fs/promises'

type Copy = {
  path: string
  sizeBytes: number
  /** Resolves when the bytes are there. */
  ready: Promise<void>
  users: number
  forget: NodeJS.Timeout | null
}

export type LocalCopies = {
  /** Runs `use` with a path to the object's bytes, which are fetched once for all callers. */
  with: <T>(place: string, use: (path: string) => Promise<T>) => Promise<T>
  /** Takes over a file that contains the object's bytes already. */
  give: (place: string, path: string, sizeBytes: number) => void
  /** The object is gone: running work on the copy finishes, nobody else finds it. */
  drop: (place: string) => void
}

type Options = {
  measure: (place: string) => Promise<number>
  fetch: (place: string, path: string) => Promise<void>
  temporaryPath: () => string
  /** All copies together; a larger one is fetched when no other is there. */
  maxBytes: number
  keptMs: number
}

/** Local copies of a distant store's originals, for programs that read files: few, and not for long. */
export function keepLocalCopies({ measure, fetch, temporaryPath, maxBytes, keptMs }: Options): LocalCopies {
  const copies = new Map<string, Copy>()
  let usedBytes = 0
  let waiting: (() => void)[] = []

  const remove = (place: string, copy: Copy) => {
    if (copies.get(place) === copy) copies.delete(place)
    if (copy.forget) clearTimeout(copy.forget)
    usedBytes -= copy.sizeBytes
    void rm(copy.path, { force: true }).catch(() => {})
    for (const retry of waiting.splice(0)) retry()
  }

  /** Removes unused copies, oldest first, until this many bytes fit; returns whether they do. */
  const evict = (sizeBytes: number): boolean => {
    for (const [place, copy] of copies) {
      if (usedBytes + sizeBytes <= maxBytes) return true
      if (copy.users === 0) remove(place, copy)
    }
    return usedBytes + sizeBytes <= maxBytes
  }

  const evictFor = async (sizeBytes: number) => {
    while (!evict(sizeBytes) && usedBytes > 0) await new Promise<void>((retry) => waiting.push(retry))
    usedBytes += sizeBytes
  }

  const release = (place: string, copy: Copy) => {
    copy.users -= 1
    if (copy.users > 0) return
    if (copies.get(place) !== copy) return remove(place, copy)
    // Last used, last to go.
    copies.delete(place)
    copies.set(place, copy)
    copy.forget = setTimeout(() => remove(place, copy), keptMs).unref()
    evict(0)
    for (const retry of waiting.splice(0)) retry()
  }

  const start = (place: string): Copy => {
    const copy: Copy = {
      path: temporaryPath(),
      sizeBytes: 0,
      ready: Promise.resolve(),
      users: 0,
      forget: null,
    }
    copy.ready = (async () => {
      const sizeBytes = await measure(place)
      await evictFor(sizeBytes)
      copy.sizeBytes = sizeBytes
      await fetch(place, copy.path)
    })()
    // A failed one is not found again.
    copy.ready.catch(() => copies.get(place) === copy && copies.delete(place))
    copies.set(place, copy)
    return copy
  }

  /** Protects it from the sweep of temporary files; false if that came first. */
  const touch = async ({ path }: Copy) => {
    const now = new Date()
    return utimes(path, now, now).then(
      () => true,
      () => false,
    )
  }

  const withCopy = async <T>(
    place: string,
    use: (path: string) => Promise<T>,
    isAgain: boolean,
  ): Promise<T> => {
    const copy = copies.get(place) ?? start(place)
    if (copy.forget) clearTimeout(copy.forget)
    copy.users += 1
    try {
      await copy.ready
      if ((await touch(copy)) || isAgain) return await use(copy.path)
      if (copies.get(place) === copy) copies.delete(place)
    } finally {
      release(place, copy)
    }
    return withCopy(place, use, true)
  }

  return {
    with: (place, use) => withCopy(place, use, false),
    give(place, path, sizeBytes) {
      usedBytes += sizeBytes
      const copy: Copy = { path, sizeBytes, ready: Promise.resolve(), users: 1, forget: null }
      copies.set(place, copy)
      release(place, copy)
    },
    drop(place) {
      const copy = copies.get(place)
      if (!copy) return
      copies.delete(place)
      if (copy.users === 0) remove(place, copy)
    },
  }
}
