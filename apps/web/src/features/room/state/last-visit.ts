import { readStored, writeStored } from '#web/lib/browser-storage'

const keyOf = (reviewId: string) => `wingmark.visited.${reviewId}`

/** When this device left the review before, by the server's clock; on a first visit nothing that is there counts as new. */
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

/** The server's time, by what has gone by since a page was read there: a device's own clock may be wrong. */
export function serverClock(readAt: string, elapsedMs: () => number = () => performance.now()): () => string {
  // An answer that an older version has kept has none.
  const readMs = Date.parse(readAt) || Date.now()
  const from = elapsedMs()
  return () => new Date(readMs + elapsedMs() - from).toISOString()
}
