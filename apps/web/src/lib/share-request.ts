import type { Review } from '@wingmark/contract/reviews'
import { createValue, useStore } from '#web/lib/store'

const wanted = createValue<Review | null>(null)

/** Opens the share dialog for a review from anywhere; null closes it. */
export const requestShare = wanted.dispatch

/** For the one mounted share dialog. */
export function useShareRequest(): Review | null {
  return useStore(wanted, (review) => review)
}
