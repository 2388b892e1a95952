import type { Review } from '@wingmark/contract/reviews'
import { createValue, useStore } from '#web/lib/store'

type Named = { id: string; name: string }

/** What a link is made of: a review's files, or the user's transfers. */
export type ToSend =
  | { review: Pick<Review, '_id' | 'name' | 'fileCount'>; file: Named | null }
  | { items: readonly Named[] }

const wanted = createValue<ToSend | null>(null)

/** Opens "Send final files" for a review or one of its files, from anywhere; null closes it. */
export const requestFinals = (
  review: Pick<Review, '_id' | 'name' | 'fileCount'> | null,
  file: Named | null = null,
) => wanted.dispatch(review && { review, file })

/** Opens "Send files" for some of the user's transfers. */
export const requestSending = (items: readonly Named[]) => wanted.dispatch({ items })

/** For the one mounted dialog. */
export const useFinalsRequest = () => useStore(wanted, (asked) => asked)
