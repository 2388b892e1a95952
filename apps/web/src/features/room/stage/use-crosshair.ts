import type { Marker } from '@wingmark/contract/comments'
import { type KeyboardEvent, useState } from 'react'
import {
  type Crosshair,
  crosshairPlace,
  type Direction,
  moveCrosshair,
  placeInWords,
  startCrosshair,
} from '#web/features/room/stage/crosshair'
import { pointMarker, regionMarker } from '#web/features/room/stage/markers'
import { useRoom } from '#web/features/room/state/room-context'
import { bringIntoView, toFraction } from '#web/features/room/state/viewport'

const arrows = new Map<string, Direction>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])
/** CSS px that one press moves; a fine one with Alt. */
const stepPx = { coarse: 24, fine: 2 }
const insets = { top: 48, right: 48, bottom: 48, left: 48 }

/** Marking a place by keyboard: `C` starts, arrows move, Shift draws, Enter places, Esc leaves. */
export function useCrosshair(page: number, begin: (marker: Marker) => void) {
  const { view, announce } = useRoom()
  const [crosshair, setCrosshair] = useState<Crosshair | null>(null)

  const start = () => {
    const { stage } = view.get()
    const next = startCrosshair(toFraction(view.get(), { x: stage.width / 2, y: stage.height / 2 }))
    setCrosshair(next)
    announce(
      `Crosshair on. ${placeInWords(crosshairPlace(next))}. Arrow keys move, Shift and arrows draw a region, Enter comments, Escape leaves.`,
    )
  }

  const stop = () => {
    setCrosshair(null)
    announce('Crosshair off.')
  }

  const move = (direction: Direction, event: KeyboardEvent) => {
    if (!crosshair) return
    const { scale, page: size } = view.get()
    const px = event.altKey ? stepPx.fine : stepPx.coarse
    const step = { x: px / (size.width * scale), y: px / (size.height * scale) }
    const next = moveCrosshair(crosshair, direction, step, event.shiftKey)
    setCrosshair(next)
    view.set(bringIntoView(view.get(), { ...next.at, width: 0, height: 0 }, insets))
    announce(placeInWords(crosshairPlace(next)))
  }

  const place = () => {
    if (!crosshair) return
    const { at, from } = crosshair
    setCrosshair(null)
    begin(from ? regionMarker(page, from, at) : pointMarker(page, at))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!crosshair) return
    const direction = arrows.get(event.key)
    if (direction) move(direction, event)
    else if (event.key === 'Enter') place()
    else if (event.key === 'Escape') stop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { crosshair, start, stop, onKeyDown }
}
