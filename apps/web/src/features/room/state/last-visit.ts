import { readStored, writeStored } from '#web/lib/browser-storage'

const keyOf = (reviewId: string) => `wingmark.visited.${reviewId}`

/** When this device last left the review, by the server's clock; on a first visit nothing counts as new. */
export function lastVisit(reviewId: string, readAt: string): string {
  return readStored(keyOf(reviewId)) ?? readAt
}

/** Whether this device has opened the review before. */
export const hasVisited = (reviewId: string): boolean => readStored(keyOf(reviewId)) !== null

/** Stores that everything up to then was there to read. */
export function keepVisit(reviewId: string, until: string): void {
  // A cached answer may be older than the last visit.
  if (until > (readStored(keyOf(reviewId)) ?? '')) writeStored(keyOf(reviewId), until)
}

/** The server's time, from the time since a page was read: the device's clock may be wrong. */
export function serverClock(readAt: string, elapsedMs: () => number = () => performance.now()): () => string {
  // Answers cached by an older version lack it.
  const readMs = Date.parse(readAt) || Date.now()
  const from = elapsedMs()
  return () => new Date(readMs + elapsedMs() - from).toISOString()
}
