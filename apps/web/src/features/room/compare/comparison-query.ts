import { queryOptions } from '@tanstack/react-query'
import { type Comparison, compareVersions } from '@wingmark/contract/compare'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { shareTokenOf } from '#web/lib/share-token'

/** `file`: the older side's; `with`: the newer side's, if it is another one. */
export type Pair = { file: string; from: number; with: string | null; to: number; page: number }

const mostTries = 60
const usualMs = 2_000

/** The answer comes once it is computed. */
const isComing = (error: Error) =>
  error instanceof ApiError &&
  (error.status === 429 || (error.status === 404 && error.retryAfterSeconds !== undefined))

/** What the server found between two pages; it never changes. */
export function comparisonQuery(reviewId: string, { file, with: other, ...query }: Pair) {
  return queryOptions({
    queryKey: ['comparison', file, other, query.from, query.to, query.page],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const given = { ...query, ...(other === null ? {} : { with: other }) }
      const share = shareTokenOf(reviewId)
      return (await call(compareVersions, { params: { id: file }, query: given, share, signal })).result
    },
    retry: (tries, error) => tries < mostTries && isComing(error),
    retryDelay: (_, error) =>
      error instanceof ApiError && error.retryAfterSeconds ? error.retryAfterSeconds * 1_000 : usualMs,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { shown: true },
  })
}
