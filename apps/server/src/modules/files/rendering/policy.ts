/** What is kept beside an original of what was drawn from it: so many times its size, and for a small one so much. */
export const derivedShare = { timesSize: 4, leastBytes: 128 * 1024 * 1024 }

export const mostDerivedBytes = (originalBytes: number): number =>
  Math.max(derivedShare.leastBytes, derivedShare.timesSize * originalBytes)
