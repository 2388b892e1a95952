const windowMs = 60_000
const filesOfALevel = 5
/** Still before all that is less urgent than a first thumbnail. */
const lowest = 4
const mostOwners = 10_000

/** Counts the files that each owner got within a minute, in this process. */
export function createRenderPriority() {
  const recent = new Map<string, { since: number; files: number }>()
  return {
    /**
     * Of a new file's first drawing: the more came for its owner lately, the later, so that somebody's few files do not
     * wait for all of somebody else's hundreds.
     */
    next(ownerId: string): number {
      const now = performance.now()
      const found = recent.get(ownerId)
      const counted = found && now - found.since < windowMs ? found : { since: now, files: 0 }
      if (recent.size >= mostOwners) recent.clear()
      recent.set(ownerId, counted)
      counted.files += 1
      return Math.min(lowest, Math.floor((counted.files - 1) / filesOfALevel))
    },
  }
}
