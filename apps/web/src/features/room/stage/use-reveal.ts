import type { Comment } from '@wingmark/contract/comments'
import { type RefObject, useEffect, useRef } from 'react'
import { markerPlace } from '#web/features/room/stage/markers'
import { bringIntoView, type Insets } from '#web/features/room/stage/viewport'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'

/** Brings the pin of the chosen comment into view, once for each choice and as soon as the comment is there. */
export function useReveal(
  stage: RefObject<HTMLElement | null>,
  comments: readonly Comment[],
  page: number,
): void {
  const { view } = useRoom()
  const reveal = useRoomState((state) => state.reveal)
  const selected = useRoomState((state) => state.selected)
  const done = useRef(0)
  useEffect(() => {
    if (reveal.count === done.current) return
    const comment = comments.find((one) => one._id === selected)
    if (!comment) return
    done.current = reveal.count
    if (reveal.where === 'list' || comment.marker?.page !== page) return
    view.glideTo(bringIntoView(view.get(), markerPlace(comment.marker), insetsOf(stage.current)))
  }, [reveal, selected, comments, page, stage, view])
}

/** Room for the pin's body, and on phones for the sheet that covers the lower part of the stage. */
function insetsOf(stage: HTMLElement | null): Insets {
  const sheet = document.querySelector('[data-sheet="open"]')?.getBoundingClientRect()
  const box = stage?.getBoundingClientRect()
  const isOver = sheet && box && sheet.left < box.right - 1
  const covered = isOver ? Math.max(0, box.bottom - sheet.top) : 0
  return { top: 56, right: 64, bottom: covered + 32, left: 32 }
}
