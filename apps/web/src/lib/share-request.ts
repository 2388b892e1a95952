import type { Review } from '@wingmark/contract/reviews'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let wanted: Review | null = null

/** Opens the share dialog of a review from anywhere below the signed-in header; null closes it. */
export function requestShare(review: Review | null): void {
  wanted = review
  for (const listener of listeners) listener()
}

/** For the one mounted share dialog. */
export function useShareRequest(): Review | null {
  return useSyncExternalStore(subscribe, () => wanted)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
