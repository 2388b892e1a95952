import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks that have grown past this are given out anew for their whole column. */
export const longestRank = 40

export type Placed = { id: string; rank: string }

/**
 * Where a task comes to stand in its column, given its neighbours there in order, itself not among them.
 * `after`: the task above it; null: at the top; one that is not there: at the end.
 */
export function placeIn(
  column: readonly Placed[],
  after: string | null | undefined,
): { rank: string; at: number } {
  const above = after === null ? -1 : column.findIndex(({ id }) => id === after)
  const at = after === null ? 0 : above === -1 ? column.length : above + 1
  const before = column[at - 1]?.rank ?? null
  const next = column[at]?.rank ?? null
  // Two that met are ordered by their ids; what comes between them stands below both.
  const end = before !== null && next !== null && before >= next ? null : next
  return { rank: generateKeyBetween(before, end), at }
}

/** Short ranks for a whole column, in its order. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count)
