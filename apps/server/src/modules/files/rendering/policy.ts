/** What is kept beside an original of what was drawn from it: so many times its size, and for a small one so much. */
export const derivedShare = { timesSize: 4, leastBytes: 128 * 1024 * 1024 }

export const mostDerivedBytes = (originalBytes: number): number =>
  Math.max(derivedShare.leastBytes, derivedShare.timesSize * originalBytes)

/** Raised where drawing changes; what an earlier one drew of these kinds is drawn once more. 1: resvg draws most SVGs, and bad pictures of a PDF are left out. */
export const renderingVersion = 1
