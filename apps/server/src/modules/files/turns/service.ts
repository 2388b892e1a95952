const windowMs = 60_000
const filesOfATurn = 5
/** Still before all that is less urgent than a first thumbnail. */
const lastTurn = 4
const mostOwners = 10_000

/** Files that each owner got within a minute, in this process. */
const recent = new Map<string, { since: number; files: number }>()

/**
 * The priority of a new file's first drawing: the more came for its owner lately, the later, so that somebody's few files
 * do not wait for all of somebody else's hundreds.
 */
export function nextTurn(ownerId: string): number {
  const now = performance.now()
  const found = recent.get(ownerId)
  const counted = found && now - found.since < windowMs ? found : { since: now, files: 0 }
  if (recent.size >= mostOwners) recent.clear()
  recent.set(ownerId, counted)
  counted.files += 1
  return Math.min(lastTurn, Math.floor((counted.files - 1) / filesOfATurn))
}
