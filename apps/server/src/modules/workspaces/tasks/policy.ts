import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks that have grown past this are given out anew for their whole column. */
export const longestRank = 40

export type Placed = { id: string; rank: string }

/** A rank between those of two neighbours in one column; null where there is none on that side. */
export function rankBetween(above: Placed | null, below: Placed | null): string {
  // Two that met are ordered by their ids; what comes between them stands below both.
  const haveMet = above !== null && below !== null && above.rank >= below.rank
  return generateKeyBetween(above?.rank ?? null, haveMet ? null : (below?.rank ?? null))
}

/** Short ranks for a whole column, in its order. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count)
