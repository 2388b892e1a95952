import type { Review } from '@wingmark/contract/reviews'
import { useSyncExternalStore } from 'react'

let wanted: Review | null = null
const listeners = new Set<() => void>()

/** Opens the share dialog for a review from anywhere; null closes it. */
export function requestShare(review: Review | null): void {
  wanted = review
  for (const listener of listeners) listener()
}

/** For the one mounted share dialog. */
export function useShareRequest(): Review | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )
}
