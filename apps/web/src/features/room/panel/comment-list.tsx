import { Box, Button, Skeleton } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useDeferredValue, useMemo } from 'react'
import { comingComments } from '#web/features/room/panel/coming-comment'
import { CommentCard } from '#web/features/room/panel/comment-card'
import { ListHeading } from '#web/features/room/panel/list-heading'
import { cardKeyOf } from '#web/features/room/state/card-keys'
import { isSamePlace, placesOf, wordsOfPlace } from '#web/features/room/state/list-headings'
import { isNarrowed, putInOrder, wholeList } from '#web/features/room/state/list-view'
import type { Segment } from '#web/features/room/state/list-window'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, usePending, useReviewData } from '#web/features/room/state/room-data'
import { useListWindow } from '#web/features/room/state/use-list-window'
import { formatCount } from '#web/lib/format'
import classes from './panel.module.css'

type Props = {
  comments: readonly Comment[]
  /** All comments of the file, for a page's list. */
  numbered: readonly Comment[]
  /** The shown ones, in the list's order. */
  listed: readonly Comment[]
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
}

export function CommentList({ comments, numbered, listed, isLoading, hasFailed, onRetry }: Props) {
  const { review, files } = useReviewData()
  const { sort, of } = useRoomState((state) => state.list)
  const page = useRoomState((state) => (of === 'PAGE' ? state.page : null))
  const pending = usePending(numbered, of)
  const filter = useRoomState((state) => state.filter)
  const fileOf = useMemo(() => new Map(files.map((one) => [one._id, one])), [files])
  // Another version may have had more pages.
  const pagesOf = ({ file, version }: Comment) => {
    const its = fileOf.get(file)
    if (!its) return 1
    return its.version === version ? pageCount(its) : Number.POSITIVE_INFINITY
  }
  const placeOf = useMemo(() => placesOf(files, of), [files, of])
  const isInPlaces = sort === 'PLACE'
  // Comments on the whole file come first, always mounted.
  const isApart = isInPlaces && of !== 'REVIEW'
  const onTheirWay = useMemo(() => new Map(pending.map((item) => [item.key, item])), [pending])
  const all = useMemo(() => {
    if (filter === 'RESOLVED') return listed
    const coming = comingComments(pending, { review: review._id, numbered, page })
    return putInOrder(listed, coming, sort, files)
  }, [numbered, listed, pending, page, filter, sort, files, review._id])
  const selected = useRoomState((state) => state.selected)
  const placed = useMemo(
    () => (isApart ? all.filter((comment) => comment.type !== 'GENERAL') : all),
    [all, isApart],
  )
  const chosen = useMemo(
    () => (selected === null ? -1 : placed.findIndex((comment) => comment._id === selected)),
    [placed, selected],
  )
  const view = useDeferredValue(useRoomState((state) => state.list))
  const { segments, look } = useListWindow(placed.length, chosen, JSON.stringify([filter, view]))

  // The request for the last file may fail once that is gone; pending comments show all the same.
  if (files.length === 0 && all.length === 0) return <EmptyList comments={[]} />
  if (isLoading) return <LoadingList />
  if (hasFailed && comments.length === 0) {
    return (
      <div className={classes.empty}>
        <p>The comments couldn’t be loaded.</p>
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  if (all.length === 0) return <EmptyList comments={comments} />
  const card = (comment: Comment) => {
    const place = isInPlaces ? null : placeOf(comment)
    return (
      <CommentCard
        key={cardKeyOf(comment._id)}
        comment={comment}
        item={onTheirWay.get(comment._id) ?? null}
        pages={pagesOf(comment)}
        where={place && wordsOfPlace(place, of)}
      />
    )
  }
  const underHeadings = (from: number, to: number) =>
    placed.slice(from, to).flatMap((comment, i) => {
      const before = placed[from + i - 1]
      const place = isInPlaces ? placeOf(comment) : null
      const isNew = place && !(before && isSamePlace(place, placeOf(before)))
      const heading = isNew && <ListHeading key={`${place.file._id} ${place.page}`} place={place} of={of} />
      return [heading, card(comment)]
    })
  // A flat list, so that reordering moves a card and keeps its drafts.
  const items = [
    ...(isApart ? all.filter((comment) => comment.type === 'GENERAL').map(card) : []),
    ...segments.flatMap((segment) =>
      segment.kind === 'cards'
        ? underHeadings(segment.from, segment.to)
        : [<Space key={`space from ${segment.from}`} {...segment} />],
    ),
  ]
  return (
    <ul
      className={classes.list}
      data-headed={isInPlaces}
      aria-label="List of comments"
      onScroll={(event) => look(event.currentTarget)}
    >
      {items}
    </ul>
  )
}

/** As high as the unmounted comments. */
function Space({ from, to }: Segment) {
  const style = { '--count': to - from }
  return (
    <Box component="li" className={classes.space} style={style} data-space={`${from} ${to}`} aria-hidden />
  )
}

function EmptyList({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  const page = useReviewData()
  const filter = useRoomState((state) => state.filter)
  const list = useRoomState((state) => state.list)
  const file = useCurrentFile()
  if (comments.length === 0) {
    return (
      <div className={classes.empty}>
        <span className={classes.emptyPin} aria-hidden />
        <p className={classes.emptyTitle}>No comments yet</p>
        <p>{firstStep(page, file?.state === 'READY')}</p>
      </div>
    )
  }
  if (isNarrowed(list)) {
    return (
      <div className={classes.empty}>
        <p className={classes.emptyTitle}>No comments match this filter</p>
        <Button size="xs" variant="default" onClick={() => store.dispatch({ do: 'list', change: wholeList })}>
          Show all
        </Button>
      </div>
    )
  }
  const isAllResolved = filter === 'OPEN'
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>
        {isAllResolved ? 'All comments are resolved' : 'Nothing resolved yet'}
      </p>
      <Button size="xs" variant="default" onClick={() => store.dispatch({ do: 'filter', filter: 'ALL' })}>
        Show {formatCount(comments.length, 'comment')}
      </Button>
    </div>
  )
}

function firstStep({ review: { can }, files }: ReviewPage, hasDesign: boolean): string {
  if (files.length === 0)
    return can.edit
      ? 'Add files first, then say what you think of them.'
      : 'There is nothing to comment on yet.'
  if (!can.comment) return 'No one has commented here.'
  return hasDesign ? 'Click the design to leave the first one.' : 'Leave the first one about the whole file.'
}

function LoadingList() {
  return (
    <div className={classes.list} aria-busy aria-label="Loading comments" role="status">
      {[70, 52, 88].map((width) => (
        <div key={width} className={classes.loadingCard}>
          <Skeleton height={24} circle />
          <div className={classes.loadingLines}>
            <Skeleton height={10} width={110} radius="xl" />
            <Skeleton height={10} width={`${width}%`} radius="xl" />
          </div>
        </div>
      ))}
    </div>
  )
}
