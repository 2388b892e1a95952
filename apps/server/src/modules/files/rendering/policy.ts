/** Storage for what is rendered from an original: a multiple of its size, or a minimum for small ones. */
export const derivedShare = { timesSize: 4, leastBytes: 128 * 1024 * 1024 }

export const mostDerivedBytes = (originalBytes: number): number =>
  Math.max(derivedShare.leastBytes, derivedShare.timesSize * originalBytes)

/** Raised when rendering changes, to render again. 1: resvg renders most SVGs; PDFs lose their bad pictures. */
export const renderingVersion = 1
