import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { muteReview } from '@wingmark/contract/notifications'
import {
  archiveReview,
  type ChangeShareAccessBody,
  changeShareAccess,
  changeVisibility,
  deleteReview,
  getReview,
  listDeletedReviews,
  listMyReviews,
  openShare,
  type Review,
  type ReviewPage,
  type ReviewSort,
  restoreReview,
  type UpdateReviewBody,
  updateReview,
  type Visibility,
} from '@wingmark/contract/reviews'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { accountKeys } from '#web/features/account/queries'
import { rereadNotifications } from '#web/features/notifications/queries'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { rememberLetIn, rememberShareToken, shareTokenOf } from '#web/lib/share-token'
import { toast } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

export const reviewKeys = {
  lists: ['reviews'] as const,
  mine: (query: ListQuery) => ['reviews', 'mine', query] as const,
  deleted: ['reviews', 'deleted'] as const,
  pages: ['review'] as const,
  page: (id: string) => ['review', id] as const,
  rounds: (id: string) => ['review', id, 'rounds'] as const,
}

export type ReviewFilter = {
  word?: string
  open?: boolean
  visibility?: Visibility
  whose?: 'OWN' | 'JOINED'
  archived?: boolean
}
type ListQuery = ReviewFilter & { page: number; limit?: number; sort?: ReviewSort }

/** Reviews that the caller owns or is a member of, latest change first. */
export function myReviewsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: reviewKeys.mine(query),
    queryFn: (context) => call(listMyReviews, { query, ...reading(context) }),
    placeholderData: keepPreviousData,
  })
}

const pagesAskedAt = new Map<string, number>()

/** When the shown review was requested, in the page's milliseconds; later events may be missing. */
export function pageAskedAt(id: string): number {
  return pagesAskedAt.get(id) ?? Number.POSITIVE_INFINITY
}

/** A review's whole first view. Its page shows failures (404, 410, 423). */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: reviewKeys.page(id),
    queryFn: async (context) => {
      const share = shareTokenOf(id)
      const askedAt = performance.now()
      const { result } = await call(getReview, { params: { id }, share, ...reading(context) })
      pagesAskedAt.set(id, askedAt)
      return result
    },
    meta: { shown: [403, 404, 410, 423] },
  })
}

/** Renames, describes, adds files or reorders them. */
export function useUpdateReview(id: string) {
  const keep = useKeepReview()
  return useMutation({
    mutationFn: async (body: UpdateReviewBody) =>
      (await call(updateReview, { params: { id }, body, share: shareTokenOf(id) })).result.review,
    onSuccess: keep,
    meta: { shown: [422] },
  })
}

const deletedPageSize = 50

/** Own reviews, and files removed from reviews that the user edits. */
export const deletedReviewsQuery = (page: number) =>
  queryOptions({
    queryKey: [...reviewKeys.deleted, page],
    queryFn: ({ signal }) => call(listDeletedReviews, { query: { page, limit: deletedPageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** After a deletion or restoration; resolves once the lists are read again. */
export function useRereadDeleted(): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [reviewKeys.pages, accountKeys.usage]) void client.invalidateQueries({ queryKey })
    rereadNotifications(client)
    return client.invalidateQueries({ queryKey: reviewKeys.lists })
  }
}

/** A deleted review, or a file removed from one, by its own id. */
export function useRestoreReview() {
  const onSettled = useRereadDeleted()
  return useMutation({
    mutationFn: (id: string) => call(restoreReview, { params: { id } }),
    onSettled,
  })
}

/** It can be restored for a day, and by Undo at once. */
export function useDeleteReview() {
  const client = useQueryClient()
  const reread = useRereadDeleted()
  const restore = useRestoreReview()
  return useMutation({
    mutationFn: ({ _id: id }: Review) => call(deleteReview, { params: { id } }),
    onSuccess: (_, { _id: id, name }) => {
      offerUndo(`“${isolated(name)}” deleted`, () => restore.mutateAsync(id).catch(() => undefined))
      client.removeQueries({ queryKey: reviewKeys.page(id) })
      // The dialog closes once the card is gone, so the focus goes to a place that stays.
      return reread()
    },
  })
}

type Archiving = { review: Review; archived: boolean; onDone?: () => void; isUndo?: boolean }

/** Hides it from the user's list or shows it again; both can be undone. `onDone`: the list has changed. */
export function useArchiveReview(): (what: Archiving) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ review, archived }: Archiving) =>
      call(archiveReview, { params: { id: review._id }, body: { archived } }),
    onSuccess: async (_, { review, archived, onDone, isUndo = false }) => {
      if (!isUndo)
        offerUndo(`“${isolated(review.name)}” ${archived ? 'archived' : 'unarchived'}`, () =>
          mutate({ review, archived: !archived, isUndo: true }),
        )
      await client.invalidateQueries({ queryKey: reviewKeys.lists })
      onDone?.()
    },
  })
  return mutate
}

/** Mutes all but mentions, or unmutes; both can be undone. */
export function useMuteReview(): (what: { review: Review; muted: boolean; isUndo?: boolean }) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ review: { _id }, muted }: { review: Review; muted: boolean; isUndo?: boolean }) =>
      call(muteReview, { params: { id: _id }, body: { muted }, share: shareTokenOf(_id) }),
    onSuccess: (_, { review, muted, isUndo = false }) => {
      const words = muted ? 'is muted: only mentions notify you' : 'is no longer muted'
      if (!isUndo)
        offerUndo(`“${isolated(review.name)}” ${words}`, () =>
          mutate({ review, muted: !muted, isUndo: true }),
        )
      client.setQueryData<ReviewPage>(reviewKeys.page(review._id), (page) =>
        page ? { ...page, review: { ...page.review, isMuted: muted } } : page,
      )
      rereadNotifications(client)
      return client.invalidateQueries({ queryKey: reviewKeys.lists })
    },
  })
  return mutate
}

export function useChangeVisibility(id: string) {
  const keep = useKeepReview()
  return useMutation({
    mutationFn: async (visibility: Visibility) =>
      sayIfClosed((await call(changeVisibility, { params: { id }, body: { visibility } })).result).review,
    onSuccess: keep,
  })
}

/** Restricting access may have closed the plain address as well. */
export function sayIfClosed<T extends object>(result: T): T {
  if ('plainAddressClosed' in result && result.plainAddressClosed)
    toast('The address alone no longer opens it. You can change that in Share.')
  return result
}

/** Access, key, expiry, downloads, a new link, the plain address. The dialog shows field errors. */
export function useChangeShareAccess(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ChangeShareAccessBody) => {
      const { plainAddressClosed, ...share } = (await call(changeShareAccess, { params: { id }, body }))
        .result
      sayIfClosed({ plainAddressClosed })
      return share
    },
    onSuccess: async (share) => {
      client.setQueryData<ReviewPage>(reviewKeys.page(id), (page) =>
        page ? { ...page, review: { ...page.review, share } } : page,
      )
      void client.invalidateQueries({ queryKey: reviewKeys.lists })
      await client.invalidateQueries({ queryKey: reviewKeys.page(id) })
    },
    meta: { shown: [422] },
  })
}

/** Opens a shared review by code or plain address, and key; stores the share token for later calls. */
export function useOpenShare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof openShare>) => (await call(openShare, { body })).result,
    onSuccess: ({ shareToken, deviceToken, ...page }) => {
      rememberLetIn(page._id, deviceToken)
      if (shareToken) rememberShareToken(page._id, shareToken)
      client.setQueryData(reviewKeys.page(page._id), page)
    },
    meta: { shown: true },
  })
}

function useKeepReview() {
  const client = useQueryClient()
  return (review: Review) => {
    client.setQueryData<ReviewPage>(reviewKeys.page(review._id), (page) =>
      page ? { ...page, review } : page,
    )
    void client.invalidateQueries({ queryKey: [...reviewKeys.page(review._id), 'links'] })
    return client.invalidateQueries({ queryKey: reviewKeys.lists })
  }
}
