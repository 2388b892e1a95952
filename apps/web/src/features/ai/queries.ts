import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AiReadingKind,
  changeAiReading,
  changeAiSettings,
  getReading,
  makeChanges,
  makeSummary,
  type ReadingScope,
} from '@wingmark/contract/ai'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { v4 as uuid } from 'uuid'
import { accountKeys, profileQuery } from '#web/features/account/queries'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { useSession } from '#web/lib/session'

/** What the operator has set up, whether the caller wants it or not; undefined if nothing, or when signed out. */
export function useAiHost() {
  const { token } = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: token !== null, meta: { shown: true } })
  return token === null ? undefined : data?.settings.ai
}

/** Like `useAiHost`, for users who have not switched it off. */
export function useAi() {
  const ai = useAiHost()
  return ai?.isOn ? ai : undefined
}

export function useChangeAi() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteBodyInput<typeof changeAiSettings>) => call(changeAiSettings, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.profile }),
  })
}

/** Whether AI may read a review; its `review.updated` event informs everybody. */
export function useAllowAi(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mayRead: boolean) => call(changeAiReading, { params: { id: reviewId }, body: { mayRead } }),
    onSuccess: () =>
      Promise.all(
        [reviewKeys.lists, reviewKeys.page(reviewId)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

const keyOf = ({ review, file, status }: ReadingScope, kind: AiReadingKind) => [
  'ai',
  'reading',
  kind,
  review,
  file ?? null,
  status ?? null,
]

export const readingQuery = (scope: ReadingScope, kind: AiReadingKind) =>
  queryOptions({
    queryKey: keyOf(scope, kind),
    queryFn: async ({ signal }) =>
      (await call(getReading, { query: { ...scope, kind }, signal })).result.reading,
    staleTime: 0,
    meta: { shown: true },
  })

/** Generates a new text; `signal` stops it, at the service too. */
export function useMakeReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: { scope: ReadingScope; kind: AiReadingKind; signal: AbortSignal }) => {
      const { scope: body, kind, signal } = wanted
      const input = { body, signal, idempotencyKey: uuid() }
      return (await (kind === 'SUMMARY' ? call(makeSummary, input) : call(makeChanges, input))).result
    },
    onSuccess: (made, { scope, kind }) => client.setQueryData(keyOf(scope, kind), made),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.usage }),
    meta: { shown: true },
  })
}
