import { Readable } from 'node:stream'
import { createSharedDrawing, type Viewers } from '#server/platform/media/shared-drawing'
import type { OpenObject } from '#server/platform/storage'

const mostKeptBytes = 24 * 1024 * 1024
/** What was looked at last, as everybody looks at the same places; oldest first. */
const kept = new Map<string, Buffer>()
let keptBytes = 0
const drawShared = createSharedDrawing<Buffer | null>()

/** What is drawn because somebody looks at it: once for all who wait for it, and not again while others still look. */
export async function lookAt(
  name: string,
  viewer: string,
  draw: (viewers: Viewers) => Promise<Buffer | null>,
): Promise<OpenObject | null> {
  const bytes = kept.get(name) ?? (await drawShared(name, viewer, draw))
  if (bytes === null) return null
  keep(name, bytes)
  return inMemory(bytes)
}

/** True where it can be seen without drawing. */
export const isKept = (name: string): boolean => kept.has(name)

function keep(name: string, bytes: Buffer) {
  const before = kept.get(name)
  kept.delete(name)
  kept.set(name, bytes)
  keptBytes += bytes.length - (before?.length ?? 0)
  for (const [oldest, old] of kept) {
    if (keptBytes <= mostKeptBytes) return
    kept.delete(oldest)
    keptBytes -= old.length
  }
}

function inMemory(bytes: Buffer): OpenObject {
  return {
    sizeBytes: bytes.length,
    modifiedAt: new Date(0),
    stream: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    close: async () => {},
  }
}
