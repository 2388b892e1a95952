import { queryOptions } from '@tanstack/react-query'
import { maxPageSize } from '@wingmark/contract/paging'
import { listMyReviews } from '@wingmark/contract/reviews'
import { call } from '#web/lib/api'

/** The caller's own reviews with the word in their name, out of the latest hundred. */
export function ownReviewsByNameQuery(word: string) {
  return queryOptions({
    queryKey: ['reviews', 'mine', 'latest-hundred'],
    queryFn: ({ signal }) =>
      call(listMyReviews, { query: { limit: maxPageSize, sort: '-updatedAt' }, signal }),
    select: ({ results }) => {
      const wanted = word.toLocaleLowerCase()
      return results.filter((review) => review.name.toLocaleLowerCase().includes(wanted))
    },
    enabled: word !== '',
  })
}
