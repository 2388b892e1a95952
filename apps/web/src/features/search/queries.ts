import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type SearchTab, search } from '@wingmark/contract/search'
import { call } from '#web/lib/api'

type Asked = { tab: SearchTab; word: string; page?: number; limit?: number }

/** What the caller may read and holds the word, of one tab, with how much each of them has. */
export function searchQuery({ tab, word, page = 1, limit = 20 }: Asked) {
  return queryOptions({
    queryKey: ['search', tab, word, page, limit],
    queryFn: ({ signal }) => call(search, { query: { tab, word, page, limit }, signal }),
    enabled: word !== '',
    staleTime: 15_000,
    // Of another word nothing stays; another tab or page of the same does.
    placeholderData: (before, query) => (query?.queryKey[2] === word ? keepPreviousData(before) : undefined),
  })
}
