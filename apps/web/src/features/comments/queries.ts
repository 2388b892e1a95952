import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { requestCommentExport } from '@wingmark/contract/comment-exports'
import {
  type Comment,
  type CommentStatus,
  deleteComment,
  deleteReply,
  editComment,
  editReply,
  getComment,
  getReply,
  listFileComments,
  listMentionable,
  listReplies,
  listReviewComments,
  type Reply,
} from '@wingmark/contract/comments'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { createGuest } from '@wingmark/contract/users'
import {
  addReplies,
  allComments,
  applyCommentEvent,
  type CommentEvent,
  type CommentPages,
  type CommentsPage,
  keepWhole,
  onePage,
  putWhole,
  renewFirst,
} from '#web/features/comments/comment-pages'
import { pageAskedAt } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { ApiError, isPassing } from '#web/lib/api-error'
import { downloadFrom } from '#web/lib/download-from'
import { reading } from '#web/lib/query-reading'
import { rememberGuest } from '#web/lib/session'
import { shareTokenOf } from '#web/lib/share-token'

export { isCommentEvent } from '#web/features/comments/comment-pages'
export type { CommentEvent }

export const commentKeys = {
  all: ['comments'] as const,
  file: (fileId: string) => ['comments', 'file', fileId] as const,
  review: (reviewId: string) => ['comments', 'review', reviewId] as const,
  one: (commentId: string) => ['comments', 'one', commentId] as const,
}

type Place = { reviewId: string; fileId: string }
const from = ({ pageParam }: { pageParam: string | undefined }) => (pageParam ? { cursor: pageParam } : {})

/** A file's comments, oldest first; the live stream keeps them fresh, so they never go stale by time. */
export function fileCommentsQuery({ reviewId, fileId }: Place) {
  return infiniteQueryOptions({
    queryKey: commentKeys.file(fileId),
    queryFn: async (context): Promise<CommentsPage> => {
      const since = performance.now()
      const asked = { query: from(context), share: shareTokenOf(reviewId), ...reading(context) }
      const page = await call(listFileComments, { params: { id: fileId }, ...asked })
      return withEventsSince(keepWhole(context.client.getQueryData(context.queryKey), page), fileId, since)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: selectComments,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The comments of all files of a review, oldest first; fresh in the same way. */
export function reviewCommentsQuery(reviewId: string) {
  return infiniteQueryOptions({
    queryKey: commentKeys.review(reviewId),
    queryFn: async (context): Promise<CommentsPage> => {
      const since = performance.now()
      const asked = { query: from(context), share: shareTokenOf(reviewId), signal: context.signal }
      const page = await call(listReviewComments, { params: { id: reviewId }, ...asked })
      return withEventsSince(keepWhole(context.client.getQueryData(context.queryKey), page), reviewId, since)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: selectComments,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function selectComments(pages: InfiniteData<CommentsPage, string | undefined>) {
  return { comments: allComments(pages), total: pages.pages.at(-1)?.total ?? 0 }
}

/** One comment, for a link to an unloaded comment; the room shows its 404. */
export function commentQuery(reviewId: string, commentId: string) {
  return queryOptions({
    queryKey: commentKeys.one(commentId),
    queryFn: async ({ signal }) =>
      (await call(getComment, { params: { id: commentId }, share: shareTokenOf(reviewId), signal })).result,
    meta: { shown: [404] },
    staleTime: 0,
    retry: false,
  })
}

/** Seeds a file's query with the page of comments that came with the review. */
export function seedFileComments(client: QueryClient, { reviewId, fileId }: Place, page: CommentsPage): void {
  client.setQueryData<CommentPages>(commentKeys.file(fileId), (known) =>
    renewFirst(known, withEventsSince(keepWhole(known, page), fileId, pageAskedAt(reviewId))),
  )
}

// A list in flight may have been read before an event that is already here.
let recent: { at: number; event: CommentEvent }[] = []
const recentKept = 500

function withEventsSince(page: CommentsPage, listId: string, since: number): CommentsPage {
  const known = new Set(page.results.map((comment) => comment._id))
  // New comments missing in this page come with a later page, or are in the list already.
  const about = recent
    .filter(({ at, event }) => at >= since && (page.nextCursor === null || known.has(commentOf(event))))
    .map(({ event }) => event)
  const applied = about.reduce((pages, event) => applyCommentEvent(pages, listId, event), onePage(page))
  return applied.pages[0] ?? page
}

function commentOf(event: CommentEvent): string {
  return 'comment' in event.data ? event.data.comment : event.data._id
}

const wasOpenWhenRemoved = new Map<string, boolean>()

/** Whether a deleted comment was open; true if unknown. */
export function wasOpen(commentId: string): boolean {
  return wasOpenWhenRemoved.get(commentId) ?? true
}

/** Applies an event, live or the user's own, to every loaded list. */
export function applyToComments(client: QueryClient, event: CommentEvent): void {
  // The user's own event comes again by the live stream, and would be subtracted twice.
  if (event.event === 'reply.deleted' && recent.some((one) => isSameRemoval(one.event, event))) return
  const gone = event.event === 'comment.deleted' ? loadedComment(client, event.data) : undefined
  if (gone) wasOpenWhenRemoved.set(gone._id, gone.status === 'OPEN')
  recent = [...recent.slice(-recentKept), { at: performance.now(), event }]
  changeLists(client, (pages, listId) => applyCommentEvent(pages, listId, event))
}

/** Every loaded list, of files and of reviews. */
function changeLists(
  client: QueryClient,
  change: (pages: CommentPages, listId: string) => CommentPages,
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: commentKeys.all })) {
    if (queryKey[1] !== 'file' && queryKey[1] !== 'review') continue
    const listId = String(queryKey[2])
    client.setQueryData<CommentPages>(queryKey, (pages) => (pages ? change(pages, listId) : pages))
  }
}

function isSameRemoval(a: CommentEvent, b: CommentEvent): boolean {
  return a.event === b.event && a.data._id === b.data._id
}

/** A comment from the loaded lists. */
export function loadedComment(client: QueryClient, { _id, file }: Pick<Comment, '_id' | 'file'>) {
  const ofReviews = client.getQueriesData<CommentPages>({ queryKey: ['comments', 'review'] })
  const lists = [client.getQueryData<CommentPages>(commentKeys.file(file)), ...ofReviews.map(([, of]) => of)]
  const findIn = (list: CommentPages | undefined) => allComments(list).find((one) => one._id === _id)
  return lists.reduce<Comment | undefined>((found, list) => found ?? findIn(list), undefined)
}

/** Fetches the replies after the loaded ones. */
export function useMoreReplies(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ _id, repliesCursor }: Comment) =>
      call(listReplies, {
        params: { id: _id },
        query: repliesCursor === null ? {} : { cursor: repliesCursor },
        share: shareTokenOf(reviewId),
      }),
    onSuccess: (page, { _id }) => changeLists(client, (pages) => addReplies(pages, _id, page)),
    meta: { shown: true },
  })
}

/** A comment or reply with its whole message, always fetched again, since it will be read or edited in full. */
export function wholeQuery(reviewId: string, comment: Comment | Reply) {
  return queryOptions({
    queryKey: ['comments', 'whole', comment._id] as const,
    queryFn: async ({ signal, client }): Promise<Comment | Reply> => {
      const given = { params: { id: comment._id }, share: shareTokenOf(reviewId), signal }
      const asked = 'comment' in comment ? call(getReply, given) : call(getComment, given)
      const { result } = await asked.catch((error: unknown) => {
        // Offline, the loaded text is enough if it is complete.
        if (comment.isCut || !isPassing(error)) throw error
        return { result: comment }
      })
      changeLists(client, (pages) => putWhole(pages, result))
      return result
    },
    staleTime: 0,
    gcTime: 0,
    retry: 1,
    meta: { shown: true },
  })
}

/** People whom the caller may mention in a review. */
export async function findMentionable(reviewId: string, word: string, signal: AbortSignal) {
  const share = shareTokenOf(reviewId)
  return (await call(listMentionable, { params: { id: reviewId }, query: { word }, share, signal })).results
}

export async function removeComment(
  reviewId: string,
  { _id, file }: Pick<Comment, '_id' | 'file'>,
  client: QueryClient,
) {
  await call(deleteComment, { params: { id: _id }, share: shareTokenOf(reviewId) })
  applyToComments(client, { event: 'comment.deleted', data: { _id, file } })
}

export async function removeReply(
  reviewId: string,
  { _id, comment }: Pick<Reply, '_id' | 'comment'>,
  client: QueryClient,
) {
  await call(deleteReply, { params: { id: _id }, share: shareTokenOf(reviewId) })
  applyToComments(client, { event: 'reply.deleted', data: { _id, comment } })
}

type Edit = {
  reviewId: string
  id: string
  isReply: boolean
  message: string
  /** Of the original text: refused if it has changed since. */
  editedAt: string | null | undefined
}

/** The texts that this page sent last. */
const sentHere = new Map<string, string>()

export async function sendEdit(client: QueryClient, edit: Edit) {
  const { reviewId, id, isReply, message } = edit
  const share = shareTokenOf(reviewId)
  const put = async (editedAt: Edit['editedAt']) => {
    const given = { params: { id }, body: { message, editedAt }, share }
    const result = isReply
      ? applyReply(client, (await call(editReply, given)).result)
      : applyComment(client, (await call(editComment, given)).result)
    sentHere.set(id, result.message)
  }
  try {
    await put(edit.editedAt)
  } catch (error) {
    if (!isConflict(error)) throw error
    const asked = { params: { id }, share }
    const now = isReply
      ? applyReply(client, (await call(getReply, asked)).result)
      : applyComment(client, (await call(getComment, asked)).result)
    // Edited again while the first edit was in flight: not another device's text.
    if (now.message !== sentHere.get(id)) throw error
    await put(now.editedAt ?? null)
  }
}

function applyComment(client: QueryClient, data: Comment): Comment {
  applyToComments(client, { event: 'comment.updated', data })
  return data
}

function applyReply(client: QueryClient, data: Reply): Reply {
  applyToComments(client, { event: 'reply.updated', data })
  return data
}

/** The text has changed since the user began to edit it. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'

export function useEdit(reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (edit: Omit<Edit, 'reviewId'>) => sendEdit(client, { reviewId, ...edit }),
    meta: { shown: true },
  })
}

/** Gives this device's guest a name, for all reviews. */
export async function becomeGuest(name: string): Promise<void> {
  const { result } = await call(createGuest, { body: { name } })
  rememberGuest({ _id: result.guest._id, name: result.guest.name, accessToken: result.accessToken })
}

/** The browser downloads it from a temporary address. */
export function useExportComments(reviewId: string) {
  return useMutation({
    mutationFn: async (wanted: RouteBodyInput<typeof requestCommentExport>) => {
      const body = { ...wanted, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      const share = shareTokenOf(reviewId)
      const { result } = await call(requestCommentExport, { params: { id: reviewId }, body, share })
      downloadFrom(result.url)
    },
  })
}

/** More would be a stack of paper, or a list that nobody reads. */
const readMax = 2_000

/** `isAll`: false if there are more than the maximum. */
type WholeReview = { comments: Comment[]; isAll: boolean }

/** A whole review's comments, oldest first. */
export function wholeReviewCommentsQuery(reviewId: string, status?: CommentStatus) {
  return queryOptions({
    queryKey: [...commentKeys.all, 'whole-review', reviewId, status ?? 'ALL'],
    queryFn: async ({ signal }): Promise<WholeReview> => {
      const all: Comment[] = []
      const share = shareTokenOf(reviewId)
      let cursor: string | null = null
      do {
        const query = { ...(status ? { status } : {}), ...(cursor === null ? {} : { cursor }) }
        const page: CommentsPage = await call(listReviewComments, {
          params: { id: reviewId },
          query,
          share,
          signal,
        })
        all.push(...page.results)
        cursor = page.nextCursor
      } while (cursor !== null && all.length < readMax)
      return { comments: all, isAll: cursor === null }
    },
  })
}
