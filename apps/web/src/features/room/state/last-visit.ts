import { readStored, writeStored } from '#web/lib/browser-storage'

const keyOf = (reviewId: string) => `wingmark.visited.${reviewId}`

/** When this device last left the review, by the server's clock; on a first visit nothing counts as new. */
export function lastVisit(reviewId: string, readAt: string): string {
  return readStored(keyOf(reviewId)) ?? readAt
}

/** Whether this device has been in the review. */
export const hasVisited = (reviewId: string): boolean => readStored(keyOf(reviewId)) !== null

/** Remembers that everything up to then has been there to read. */
export function keepVisit(reviewId: string, until: string): void {
  // An answer that was kept may be older than the visit before.
  if (until > (readStored(keyOf(reviewId)) ?? '')) writeStored(keyOf(reviewId), until)
}

/** The server's time, from the time since a page was read: the device's clock may be wrong. */
export function serverClock(readAt: string, elapsedMs: () => number = () => performance.now()): () => string {
  // An answer that an older version has kept has none.
  const readMs = Date.parse(readAt) || Date.now()
  const from = elapsedMs()
  return () => new Date(readMs + elapsedMs() - from).toISOString()
}
