import type { TilePlace } from '@wingmark/contract/tiles'

export type TileStore = {
  /** The tile if loaded; the latest requested are evicted last. */
  get: (place: TilePlace) => ImageBitmap | null
  /** Tiles to fetch, most important first; replaces earlier requests. */
  want: (places: readonly TilePlace[]) => void
  /** True once an opaque tile has loaded. */
  isOpaque: () => boolean
  close: () => void
}

type Options = {
  urlOf: (place: TilePlace) => string
  onLoaded: () => void
}

const atOnce = 6
const mostBytes = 128 * 1024 * 1024
const mostTries = 4
const retryMs = 1_000

export const tileKey = ({ level, x, y }: TilePlace): string => `${level}/${x}/${y}`

/** Fetches and decodes a few tiles at once in the background, and keeps the last used. */
export function createTileStore({ urlOf, onLoaded }: Options): TileStore {
  const kept = new Map<string, ImageBitmap>()
  const running = new Map<string, AbortController>()
  const failed = new Map<string, { tries: number; until: number }>()
  let wanted: readonly TilePlace[] = []
  let keptBytes = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isOpaque = false

  const isDue = (key: string) => {
    const failure = failed.get(key)
    return !failure || (failure.tries < mostTries && failure.until <= performance.now())
  }

  const advance = () => {
    if (isClosed) return
    for (const place of wanted) {
      if (running.size >= atOnce) return
      const key = tileKey(place)
      if (!kept.has(key) && !running.has(key) && isDue(key)) void load(place, key)
    }
  }

  const load = async (place: TilePlace, key: string) => {
    const abort = new AbortController()
    running.set(key, abort)
    try {
      const answer = await fetch(urlOf(place), { signal: abort.signal })
      if (!answer.ok) throw new Error(`A tile answered ${answer.status}`)
      const blob = await answer.blob()
      const bitmap = await createImageBitmap(blob)
      if (isClosed) return bitmap.close()
      failed.delete(key)
      isOpaque ||= blob.type === 'image/jpeg'
      keep(key, bitmap)
      onLoaded()
    } catch {
      if (abort.signal.aborted) return
      const tries = (failed.get(key)?.tries ?? 0) + 1
      failed.set(key, { tries, until: performance.now() + retryMs * 2 ** (tries - 1) })
      clearTimeout(retry)
      retry = setTimeout(advance, retryMs * 2 ** (tries - 1))
    } finally {
      if (running.get(key) === abort) running.delete(key)
      advance()
    }
  }

  const keep = (key: string, bitmap: ImageBitmap) => {
    kept.set(key, bitmap)
    keptBytes += bytesOf(bitmap)
    const needed = new Set(wanted.map(tileKey))
    for (const [oldest, old] of kept) {
      if (keptBytes <= mostBytes) return
      if (needed.has(oldest)) continue
      kept.delete(oldest)
      keptBytes -= bytesOf(old)
      old.close()
    }
  }

  return {
    get(place) {
      const key = tileKey(place)
      const bitmap = kept.get(key)
      if (!bitmap) return null
      kept.delete(key)
      kept.set(key, bitmap)
      return bitmap
    },
    want(places) {
      wanted = places
      const needed = new Set(places.map(tileKey))
      for (const [key, abort] of running) {
        if (needed.has(key)) continue
        abort.abort()
        running.delete(key)
      }
      advance()
    },
    isOpaque: () => isOpaque,
    close() {
      isClosed = true
      clearTimeout(retry)
      for (const abort of running.values()) abort.abort()
      for (const bitmap of kept.values()) bitmap.close()
      kept.clear()
    },
  }
}

const bytesOf = ({ width, height }: ImageBitmap) => width * height * 4
