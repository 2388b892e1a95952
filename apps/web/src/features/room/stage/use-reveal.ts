import type { Comment } from '@wingmark/contract/comments'
import { type RefObject, useEffect, useRef } from 'react'
import { markerPlace } from '#web/features/room/stage/markers'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useStageView } from '#web/features/room/state/stage-view'
import {
  bringIntoView,
  fit,
  fitWithin,
  type Insets,
  longSide,
  zoomTo,
} from '#web/features/room/state/viewport'
import { useIsPhone } from '#web/ui/use-is-phone'

type StageRef = RefObject<HTMLElement | null>

/** Scrolls the selected comment's pin into view, and the whole design above the sheet of comments. */
export function useReveal(stage: StageRef, comments: readonly Comment[], page: number): void {
  useRevealSelected(stage, comments, page)
  useAboveSheet(stage)
}

/** Scrolls the selected comment's pin into view, once per selection, when the comment has loaded. */
export function useRevealSelected(stage: StageRef, comments: readonly Comment[], page: number): void {
  const { view } = useStageView()
  const reveal = useRoomState((state) => state.reveal)
  const selected = useRoomState((state) => state.selected)
  const done = useRef(0)
  useEffect(() => {
    if (reveal.count === done.current) return
    const comment = comments.find((one) => one._id === selected)
    if (!comment) return
    done.current = reveal.count
    const insets = insetsOf(stage.current, pinRoom)
    // Selected on the stage, it is already in view, unless the sheet opens over it.
    const isInView = reveal.where === 'list' && insets.bottom === pinRoom.bottom
    if (isInView || comment.marker?.page !== page) return
    view.glideTo(bringIntoView(view.get(), markerPlace(comment.marker), insets))
  }, [reveal, selected, comments, page, stage, view])
}

function useAboveSheet(stage: StageRef): void {
  const { view } = useRoom()
  const isPhone = useIsPhone()
  const selected = useRoomState((state) => state.selected)
  const hasChosen = useRef(false)
  useEffect(() => {
    hasChosen.current = selected !== null
  }, [selected])

  const isCovered = useRoomState((state) => state.isSheetOpen) && isPhone
  useEffect(() => {
    if (!isCovered) return
    const wasFitted = view.get().fitted
    // Opened to read: shows the whole design above the comments. A selected pin is already in view.
    if (wasFitted && !hasChosen.current) view.glideTo(fitWithin(view.get(), insetsOf(stage.current, margin)))
    // Moved or shrunk for the sheet, the page returns within its bounds afterwards.
    return () => {
      const isWhole = wasFitted && longSide(view.get()) === null
      view.glideTo(isWhole ? fit(view.get()) : zoomTo(view.get(), view.get().scale))
    }
  }, [isCovered, stage, view])
}

export const pinRoom: Insets = { top: 56, right: 64, bottom: 32, left: 32 }
const margin: Insets = { top: 8, right: 8, bottom: 8, left: 8 }

/** Space around what is shown, and on phones for the sheet over the lower part of the stage. */
export function insetsOf(stage: HTMLElement | null, room: Insets): Insets {
  const sheet = document.querySelector<HTMLElement>('[data-sheet="open"]')
  const box = stage?.getBoundingClientRect()
  if (!sheet || !box || sheet.getBoundingClientRect().left >= box.right - 1) return room
  // Its final position: it may still be sliding in.
  const covered = Math.max(0, box.bottom - sheet.offsetTop)
  return { ...room, bottom: room.bottom + covered }
}
