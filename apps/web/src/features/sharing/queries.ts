import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { listActivity } from '@wingmark/contract/activity'
import { joinReview } from '@wingmark/contract/members'
import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  changeShareLink,
  createShareLink,
  deleteShareLink,
  listShareLinks,
  type ShareLink,
} from '@wingmark/contract/share-links'
import { v4 as uuid } from 'uuid'
import { reviewKeys, sayIfClosed } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'

/** Below the review's own key: live events that refresh it refresh these too. */
const sharingKeys = {
  links: (id: string) => [...reviewKeys.page(id), 'links'],
  activity: (id: string) => [...reviewKeys.page(id), 'activity'],
}

/** Opening a link sends no event. */
const refreshMs = 5_000

export function linksQuery(id: string) {
  return queryOptions({
    queryKey: sharingKeys.links(id),
    queryFn: async ({ signal }) => (await call(listShareLinks, { params: { id }, signal })).results,
    refetchInterval: refreshMs,
    meta: { shown: true },
  })
}

/** Newest first; `link` null: the whole review. */
export function activityQuery(id: string, link: string | null) {
  return infiniteQueryOptions({
    queryKey: [...sharingKeys.activity(id), link],
    queryFn: ({ pageParam, signal }) =>
      call(listActivity, {
        params: { id },
        query: { ...(pageParam ? { cursor: pageParam } : {}), ...(link ? { link } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.results),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Stops once the user has paged back.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : refreshMs),
    meta: { shown: true },
  })
}

/** Invalidates what a change of access affects. */
function useRenew(id: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: reviewKeys.page(id) })
}

/** Through the link that opened this tab. */
export function useJoinReview(id: string) {
  const client = useQueryClient()
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async () => {
      const shareCode = shareTokenOf(id) ?? ''
      return (await call(joinReview, { body: { shareCode } })).result
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: reviewKeys.lists })
      return renew()
    },
  })
}

export function useCreateLink(id: string) {
  const client = useQueryClient()
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof createShareLink>) =>
      sayIfClosed((await call(createShareLink, { params: { id }, body, idempotencyKey: uuid() })).result),
    onSuccess: (made) => {
      client.setQueryData<ShareLink[]>(sharingKeys.links(id), (links) => links && [...links, made])
      if (made.plainAddressClosed) void renew()
      return client.invalidateQueries({ queryKey: sharingKeys.activity(id) })
    },
    meta: { shown: [422] },
  })
}

export function useChangeLink(id: string, linkId: string) {
  const client = useQueryClient()
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof changeShareLink>) =>
      sayIfClosed((await call(changeShareLink, { params: { id, linkId }, body })).result),
    onSuccess: (changed) => {
      client.setQueryData<ShareLink[]>(sharingKeys.links(id), (links) =>
        links?.map((link) => (link._id === changed._id ? changed : link)),
      )
      if (changed.plainAddressClosed || changed.isPlain) void renew()
      return client.invalidateQueries({ queryKey: sharingKeys.activity(id) })
    },
    meta: { shown: [422] },
  })
}

export function useDeleteLink(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async (linkId: string) =>
      sayIfClosed((await call(deleteShareLink, { params: { id, linkId } })).result),
    onSettled: renew,
  })
}
