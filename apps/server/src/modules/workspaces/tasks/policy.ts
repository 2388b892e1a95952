import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks that have grown past this are given out anew for their whole column. */
const longestRank = 40

export type Placed = { id: string; rank: string }

/**
 * A rank between those of two neighbours in one column, of whom null is none. Null where none is short enough, or two
 * have met, as by one that came back: then the column's are given out anew.
 */
export function rankBetween(above: Placed | null, below: Placed | null): string | null {
  if (above !== null && below !== null && above.rank >= below.rank) return null
  const rank = generateKeyBetween(above?.rank ?? null, below?.rank ?? null)
  return rank.length <= longestRank ? rank : null
}

/** Short ranks for a whole column, in its order. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count)
