import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { getRoundSummary } from '@wingmark/contract/round-summary'
import {
  type ChangeRoundBodyInput,
  changeRound,
  deleteRound,
  listDecisions,
  listRounds,
  type Round,
  type StartRoundBodyInput,
  startRound,
} from '@wingmark/contract/rounds'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { alsoKeep } from '#web/lib/cached-answers'
import { downloadFrom } from '#web/lib/download-from'
import { shareTokenOf } from '#web/lib/share-token'

alsoKeep(listRounds)

/** The newest rounds of a review; the live stream keeps them fresh. */
export function roundsQuery(reviewId: string) {
  return queryOptions({
    queryKey: reviewKeys.rounds(reviewId),
    queryFn: async ({ signal }): Promise<Round[]> =>
      (await call(listRounds, { params: { id: reviewId }, share: shareTokenOf(reviewId), signal })).results,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { shown: true },
  })
}

/** Every decision of a round, newest first. */
export function decisionsQuery(reviewId: string, roundId: string) {
  return infiniteQueryOptions({
    queryKey: [...reviewKeys.rounds(reviewId), roundId],
    queryFn: ({ pageParam, signal }) =>
      call(listDecisions, {
        params: { id: roundId },
        query: pageParam ? { cursor: pageParam } : {},
        share: shareTokenOf(reviewId),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.results),
    staleTime: 0,
    meta: { shown: true },
  })
}

/** Keeps a round as the server has it, and reads again what depends on it. */
export function keepRound(client: QueryClient, round: Round): Promise<void> {
  client.setQueryData(roundsQuery(round.review).queryKey, (known) => {
    const others = known?.filter(({ _id }) => _id !== round._id) ?? []
    return [round, ...others].toSorted((one, other) => other.number - one.number)
  })
  void client.invalidateQueries({ queryKey: reviewKeys.lists })
  return client.invalidateQueries({ queryKey: reviewKeys.page(round.review) })
}

type Starting = {
  body: StartRoundBodyInput
  /** The draft that it was, if any. */
  draft: string | null
  /** Retries start it once. */
  key: string
}

/** Starts a round, or keeps it as a draft. The dialog shows refusals. */
export function useStartRound(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, draft, key }: Starting) => {
      if (draft === null)
        return (await call(startRound, { params: { id: reviewId }, body, idempotencyKey: key })).result
      return (await call(changeRound, { params: { id: draft }, body: asChange(body) })).result
    },
    onSuccess: (round) => keepRound(client, round),
    meta: { shown: [409, 422] },
  })
}

function asChange({ state, files, ...body }: StartRoundBodyInput): ChangeRoundBodyInput {
  return { ...body, files: files ?? null, ...(state === 'DRAFT' ? {} : { state: 'OPEN' as const }) }
}

export function useDeleteDraft(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteRound, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: reviewKeys.rounds(reviewId) }),
  })
}

/** The summary as one page, for members: its address works for a minute. */
export function useDownloadSummary(reviewId: string) {
  return useMutation({
    mutationFn: async (roundId: string) => {
      const given = { params: { id: roundId }, share: shareTokenOf(reviewId) }
      const { pdf } = (await call(getRoundSummary, given)).result
      if (pdf) downloadFrom(pdf.url)
    },
  })
}
