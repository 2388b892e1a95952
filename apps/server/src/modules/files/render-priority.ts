const windowMs = 60_000
const filesOfALevel = 5
/** Still ahead of everything less urgent than a first thumbnail. */
const lowest = 4
const mostUploaders = 10_000

/** The uploader whose share of rendering a file uses, and its level in it: 0 (first) to 4. */
export type RenderedFor = { uploader: string; level: number }

/** Counts each uploader's files within a minute, in this process. */
export function createRenderPriority() {
  const recent = new Map<string, { since: number; files: number }>()
  return {
    /** The more a user uploaded recently, the lower the priority, so that small uploads of others need not wait. */
    next(uploader: string): RenderedFor {
      const now = performance.now()
      const found = recent.get(uploader)
      const counted = found && now - found.since < windowMs ? found : { since: now, files: 0 }
      if (recent.size >= mostUploaders) recent.clear()
      recent.set(uploader, counted)
      counted.files += 1
      return { uploader, level: Math.min(lowest, Math.floor((counted.files - 1) / filesOfALevel)) }
    },
  }
}
