import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Comment, Reply } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { fixesQuery, withCarried } from '#web/features/comments/carry/queries'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { withChanges } from '#web/features/comments/outbox/comment-changes'
import { isSameComment } from '#web/features/comments/outbox/comment-target'
import { notEnded } from '#web/features/comments/outbox/outbox-state'
import { fileCommentsQuery, reviewCommentsQuery } from '#web/features/comments/queries'
import { reviewQuery } from '#web/features/reviews/queries'
import {
  type CommentsOf,
  countFound,
  inDoubtOf,
  inOrder,
  isUnread,
  narrow,
  ofVersions,
  type Reader,
  stayingOf,
} from '#web/features/room/state/list-view'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import type { CommentFilter } from '#web/features/room/state/room-state'
import { useWordsInDoubt } from '#web/features/room/state/use-words-in-doubt'
import { hasVersions } from '#web/features/room/state/version-words'
import { versionsQuery } from '#web/features/versions/queries'
import { useSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'

/** The live stream keeps it fresh, so neither time nor focus refetches it. Its page shows every failure. */
export function roomReviewQuery(reviewId: string) {
  return { ...reviewQuery(reviewId), staleTime: Number.POSITIVE_INFINITY, meta: { shown: true as const } }
}

export function useReviewData(): ReviewPage {
  const { data } = useQuery(roomReviewQuery(useRoom().reviewId))
  const hidden = useRoomState((state) => state.hidden)
  if (!data) throw new Error('The room opens only once the review is there')
  return useMemo(() => withoutHidden(data, hidden), [data, hidden])
}

/** Without trashed files that can still be restored; the same object if there are none. */
function withoutHidden(page: ReviewPage, hidden: readonly string[]): ReviewPage {
  if (!page.files.some((file) => hidden.includes(file._id))) return page
  return { ...page, files: page.files.filter((file) => !hidden.includes(file._id)) }
}

/** The file as its current version is. */
export function useStackFile(): File | null {
  const { files } = useReviewData()
  const fileId = useRoomState((state) => state.fileId)
  return files.find((file) => file._id === fileId) ?? null
}

/** The file as the shown version is; null until an earlier one has arrived. */
export function useCurrentFile(): File | null {
  const { reviewId } = useRoom()
  const stack = useStackFile()
  const version = useRoomState((state) => state.version)
  const isEarlier = stack !== null && version !== null && version.number !== stack.version
  const { data, isError } = useQuery({ ...versionsQuery(reviewId, stack?._id ?? ''), enabled: isEarlier })
  if (!isEarlier) return stack
  const found = data?.find(({ number }) => number === version.number)?.file ?? version.file
  // One that is gone gives way to the current one.
  return found ?? (data || isError ? stack : null)
}

/** The number of the shown version. */
export function useShownVersion(): number {
  const stack = useStackFile()
  const version = useRoomState((state) => state.version)
  return version?.number ?? stack?.version ?? 1
}

/** What is to check on the shown version; undefined for the first one, which nothing was carried onto. */
export function useFixes() {
  const { reviewId, isOnDevice } = useRoom()
  const fileId = useStackFile()?._id ?? ''
  const version = useShownVersion()
  const isAsked = !isOnDevice && fileId !== '' && version > 1
  const { data } = useQuery({ ...fixesQuery({ reviewId, fileId, version }), enabled: isAsked })
  return isAsked ? data : undefined
}

const noComments: Comment[] = []

/** Loaded comments of the current file, oldest first. */
export function useComments() {
  const { reviewId, outbox } = useRoom()
  const items = useStore(outbox.store, (state) => state)
  const fileId = useRoomState((state) => state.fileId)
  const query = useInfiniteQuery({
    ...fileCommentsQuery({ reviewId, fileId: fileId ?? '' }),
    enabled: fileId !== null,
  })
  const hidden = useRoomState((state) => state.hidden)
  const loaded = query.data?.comments ?? noComments
  const fixes = useFixes()
  const carried = useMemo(() => withCarried(loaded, fixes), [loaded, fixes])
  const comments = useMemo(() => withChanges(without(carried, hidden), items), [carried, hidden, items])
  return { ...query, comments }
}

/** Of the versions that the list has. */
function useOfVersions(comments: readonly Comment[]): readonly Comment[] {
  const { files } = useReviewData()
  const fileId = useRoomState((state) => state.fileId)
  const which = useRoomState((state) => state.list.versions)
  const shown = useShownVersion()
  return useMemo(() => {
    if (!files.some(hasVersions)) return comments
    const current = new Map(files.map(({ _id, version }) => [_id, version]))
    return ofVersions(comments, which, (id) => {
      const number = id === fileId ? shown : (current.get(id) ?? shown)
      return { number, isCurrent: number === current.get(id) }
    })
  }, [comments, files, fileId, which, shown])
}

/** Comments of the page, file or review, as the list has it; oldest first. */
export function useCommentsOfList() {
  const { reviewId, outbox } = useRoom()
  const items = useStore(outbox.store, (state) => state)
  const of = useRoomState((state) => state.list.of)
  const page = useRoomState((state) => state.page)
  const hidden = useRoomState((state) => state.hidden)
  const { files } = useReviewData()
  const ofFile = useComments()
  const ofReview = useInfiniteQuery({ ...reviewCommentsQuery(reviewId), enabled: of === 'REVIEW' })
  const query = of === 'REVIEW' ? ofReview : ofFile
  const { hasNextPage, isFetching, isError, fetchNextPage } = ofReview
  useEffect(() => {
    if (of === 'REVIEW' && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [of, hasNextPage, isFetching, isError, fetchNextPage])
  const all = ofReview.data?.comments ?? noComments
  const ofAll = useMemo(() => {
    if (of === 'FILE') return ofFile.comments
    if (of === 'PAGE') return ofFile.comments.filter((one) => placeOf(one)?.page === page)
    const there = new Set(files.map((file) => file._id))
    const shown = without(all, hidden).filter((comment) => there.has(comment.file))
    return withChanges(shown, items)
  }, [of, ofFile.comments, page, all, hidden, files, items])
  const numbered = of === 'PAGE' ? ofFile.comments : ofAll
  const comments = useOfVersions(ofAll)
  const { isPending, isLoadingError, refetch } = query
  return { comments, numbered, isPending, isError: isLoadingError, refetch }
}

const placeOf = ({ marker, carried }: Comment) => carried?.marker ?? marker

function without(comments: Comment[], hidden: readonly string[]): Comment[] {
  if (hidden.length === 0) return comments
  return comments
    .filter((comment) => !hidden.includes(comment._id))
    .map((comment) => {
      const replies = comment.replies.filter((reply) => !hidden.includes(reply._id))
      return { ...comment, replies, replyCount: comment.replyCount - comment.replies.length + replies.length }
    })
}

/** The list's comments in its order, and how many match. */
export function useListedComments(comments: readonly Comment[]): {
  listed: readonly Comment[]
  found: number
} {
  const filter = useRoomState((state) => state.filter)
  const selected = useRoomState((state) => state.selected)
  const list = useDeferredValue(useRoomState((state) => state.list))
  const reader = useReader(stayingOf(selected, list))
  const { files } = useReviewData()
  // Separate memos: the order stays while typing and switching tabs.
  const sorted = useMemo(() => inOrder(comments, list.sort, files), [comments, list.sort, files])
  const { listed, found, inDoubt } = useMemo(() => {
    const shown = filter === 'ALL' ? sorted : sorted.filter((one) => isShown(one, filter, selected))
    const listed = narrow(shown, list, reader)
    const inDoubt = inDoubtOf(shown, list, reader)
    return { listed, found: countFound(listed, list, reader), inDoubt }
  }, [sorted, filter, selected, list, reader])
  useWordsInDoubt(inDoubt)
  return { listed, found }
}

/** The id of the current account or guest. */
export function useMe(): string | null {
  const { token, guest } = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: token !== null })
  return (token ? data?.user._id : guest?._id) ?? null
}

/** Whether others wrote one of these since the last visit. */
export function useIsUnread(said: readonly (Comment | Reply)[]): boolean {
  const { since, isOnDevice } = useRoom()
  const me = useMe()
  return !isOnDevice && said.some((one) => isUnread(one, { me, since }))
}

function useReader(chosen: string | null): Reader {
  const { since } = useRoom()
  const me = useMe()
  return useMemo(() => ({ me, since, chosen }), [me, since, chosen])
}

/** Pending or failed items of the current file or all files, without those the live stream already brought. */
export function usePending(comments: readonly Comment[], of: CommentsOf = 'FILE'): CommentItem[] {
  const { outbox } = useRoom()
  const items = useStore(outbox.store, (state) => state)
  const fileId = useRoomState((state) => state.fileId)
  return useMemo(
    () =>
      items.filter(
        (item) =>
          notEnded(item) &&
          (of === 'REVIEW' || item.target.file === fileId) &&
          (item.target.kind === 'comment' ? !hasCome(item, comments) : isLeftOver(item, comments)),
      ),
    [items, fileId, comments, of],
  )
}

const hasCome = (item: CommentItem, comments: readonly Comment[]) =>
  comments.some((comment) => comment.createdAt >= item.at && isSameComment(item, comment))

/** Text for a comment that was deleted meanwhile has no card. */
const isLeftOver = ({ target, state, message }: CommentItem, comments: readonly Comment[]) =>
  state === 'failed' &&
  message !== '' &&
  target.kind !== 'comment' &&
  !comments.some((comment) => comment._id === target.comment)

/** The selected thread stays in the list, even when just resolved. */
export function isShown(comment: Comment, filter: CommentFilter, selected: string | null): boolean {
  return filter === 'ALL' || comment.status === filter || comment._id === selected
}
