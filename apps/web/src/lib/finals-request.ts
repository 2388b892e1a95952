import type { Review } from '@wingmark/contract/reviews'
import { createValue, useStore } from '#web/lib/store'

const wanted = createValue<Pick<Review, '_id' | 'name' | 'fileCount'> | null>(null)

/** Opens "Send final files" for a review from anywhere; null closes it. */
export const requestFinals = wanted.dispatch

/** For the one mounted dialog. */
export const useFinalsRequest = () => useStore(wanted, (review) => review)
