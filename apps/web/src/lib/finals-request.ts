import type { Review } from '@wingmark/contract/reviews'
import { createValue, useStore } from '#web/lib/store'

/** What a link is to be made of: the files of a review, or files and folders of one's transfers. */
export type ToSend =
  | { review: Pick<Review, '_id' | 'name' | 'fileCount'> }
  | { items: readonly { id: string; name: string }[] }

const wanted = createValue<ToSend | null>(null)

/** Opens "Send final files" for a review from anywhere; null closes it. */
export const requestFinals = (review: Pick<Review, '_id' | 'name' | 'fileCount'> | null) =>
  wanted.dispatch(review && { review })

/** Opens "Send files" for some of one's transfers. */
export const requestSending = (items: readonly { id: string; name: string }[]) => wanted.dispatch({ items })

/** For the one mounted dialog. */
export const useFinalsRequest = () => useStore(wanted, (asked) => asked)
