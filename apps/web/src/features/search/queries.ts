import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type SearchTab, search } from '@wingmark/contract/search'
import { call } from '#web/lib/api'

type Asked = { tab: SearchTab; word: string; page?: number; limit?: number }

/** One tab's hits that the caller may read, with the counts of all tabs. */
export function searchQuery({ tab, word, page = 1, limit = 20 }: Asked) {
  return queryOptions({
    queryKey: ['search', tab, word, page, limit],
    queryFn: ({ signal }) => call(search, { query: { tab, word, page, limit }, signal }),
    enabled: word !== '',
    staleTime: 15_000,
    // Hits of another word disappear; those of another tab or page stay meanwhile.
    placeholderData: (before, query) => (query?.queryKey[2] === word ? keepPreviousData(before) : undefined),
  })
}
