import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { placeInWords } from '#web/features/room/stage/crosshair'
import { markerAt } from '#web/features/room/stage/marker-at'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { choiceOf } from '#web/features/room/state/choice'
import { pageCount, pageSize } from '#web/features/room/state/page-source'
import { placed } from '#web/features/room/state/placed'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { isLostOn } from '#web/features/room/state/standing'
import { useEnqueue } from '#web/features/room/state/use-enqueue'
import { isOnPage, type Point, toFraction } from '#web/features/room/state/viewport'
import { versionsQuery } from '#web/features/versions/queries'

type Placing = { file: File; page: number; comments: readonly Comment[] }

/** A comment without a place on this version: a tap says where its pin is. `comments`: of all versions. */
export function usePlacing({ file, page, comments }: Placing) {
  const { reviewId, store, view, announce } = useRoom()
  const { enqueue, offerInverse } = useEnqueue()
  const id = useRoomState((state) => state.placing)
  const { data } = useQuery({ ...versionsQuery(reviewId, file._id), enabled: id !== null })
  const comment = comments.find((one) => one._id === id && isLostOn(one, file.version)) ?? null

  /** False: no other place is needed. */
  const put = (at: Point): false => {
    if (!comment?.carried) return false
    const { was } = comment.carried
    const before = data?.find(({ number }) => number === was.version)?.file
    const to = pageSize(file, page)
    const from = before && was.marker.page <= pageCount(before) ? pageSize(before, was.marker.page) : to
    const marker = markerAt(was.marker, at, { from, to, page })
    const target = placed(comment, comment.carried, marker)
    enqueue(target)
    offerInverse(comment, target)
    announce(`Placed. ${placeInWords({ ...at, width: 0, height: 0 })}`)
    store.dispatch({ do: 'choose', comment: { ...choiceOf(comment), page }, from: 'list' })
    return false
  }

  const nothing = () => undefined
  const handlers: StageHandlers = {
    // A drag moves the design.
    ...{ mayMark: false, tool: 'POINT', onHover: nothing, onDraw: nothing, onDrawn: nothing },
    onExplain: nothing,
    onTap(at) {
      if (isOnPage(view.get(), at)) put(toFraction(view.get(), at))
    },
  }
  return { comment, put, handlers }
}
