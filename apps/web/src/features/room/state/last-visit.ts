const keyOf = (reviewId: string) => `wingmark.visited.${reviewId}`

/** When this device left the review before; on a first visit nothing counts as new. */
export function lastVisit(reviewId: string): string {
  return localStorage.getItem(keyOf(reviewId)) ?? new Date().toISOString()
}

/** Remembers that everything up to now has been there to read. */
export function keepVisit(reviewId: string): void {
  try {
    localStorage.setItem(keyOf(reviewId), new Date().toISOString())
  } catch {
    // Then the next visit is a first one.
  }
}
