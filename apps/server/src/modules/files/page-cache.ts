import { Readable } from 'node:stream'
import { createSharedRendering, type Viewers } from '#server/platform/media/shared-drawing'
import type { OpenObject } from '#server/platform/storage'

const mostBytes = 24 * 1024 * 1024

/** Pages and tiles in view: rendered once for everyone who waits, and kept while anyone still looks. */
export function createPageCache() {
  // Everyone views the same places; oldest first.
  const pages = new Map<string, Buffer>()
  let totalBytes = 0
  const drawShared = createSharedRendering<Buffer | null>()

  const keep = (name: string, bytes: Buffer) => {
    const before = pages.get(name)
    pages.delete(name)
    pages.set(name, bytes)
    totalBytes += bytes.length - (before?.length ?? 0)
    for (const [oldest, old] of pages) {
      if (totalBytes <= mostBytes) return
      pages.delete(oldest)
      totalBytes -= old.length
    }
  }

  return {
    /** True if it needs no rendering. */
    has: (name: string): boolean => pages.has(name),

    /** From memory, or by `draw`; null means nothing to show. */
    async open(
      name: string,
      viewer: string,
      draw: (viewers: Viewers) => Promise<Buffer | null>,
    ): Promise<OpenObject | null> {
      const bytes = pages.get(name) ?? (await drawShared(name, viewer, draw))
      if (bytes === null) return null
      keep(name, bytes)
      return inMemory(bytes)
    },
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
