import type { Marker } from '@wingmark/contract/comments'
import { type RefObject, useState } from 'react'
import {
  type Crosshair,
  crosshairPlace,
  type Direction,
  moveCrosshair,
  placeInWords,
  startCrosshair,
} from '#web/features/room/stage/crosshair'
import { drawnMarker, pointMarker, type Tool } from '#web/features/room/stage/markers'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import type { Measure } from '#web/features/room/state/room-state'
import { useStageView } from '#web/features/room/state/stage-view'
import { bringIntoView, toFraction } from '#web/features/room/state/viewport'
import { isKey, keyIn, type Pressed } from '#web/lib/keys'

const arrows = new Map<string, Direction>([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])
/** CSS px per key press; finer with Alt. */
const stepPx = { coarse: 24, fine: 2 }
const insets = { top: 48, right: 48, bottom: 48, left: 48 }

const drawn: Record<Tool, string> = {
  POINT: 'a region',
  RECTANGLE: 'a region',
  ARROW: 'an arrow',
  FREEHAND: 'a line',
}

type Aim = {
  stage: RefObject<HTMLElement | null>
  page: number
  /** Whether a key starts it here. */
  mayStart: () => boolean
  mayMeasure: boolean
  /** True while another place is needed. */
  choose: (marker: Marker) => boolean
}
/** Of React or the browser. */
type KeyPress = Pressed & Pick<KeyboardEvent, 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>

/** Marking by keyboard: a tool's key starts, arrows move, Shift draws, Enter places, Esc leaves. */
export function useCrosshair({ stage, page, mayStart, mayMeasure, choose }: Aim) {
  const { store, announce } = useRoom()
  const { view } = useStageView()
  const measure = useRoomState((state) => state.measure)
  const marked = useRoomState((state) => state.tool)
  const tool = measure === 'RULER' ? 'ARROW' : marked
  const [crosshair, setCrosshair] = useState<Crosshair | null>(null)

  const start = (wanted: Tool) => {
    if (!mayStart()) return
    store.dispatch({ do: 'tool', tool: wanted })
    aim(
      store.get().placing ? 'Enter places the pin' : `Shift and arrows draw ${drawn[wanted]}, Enter comments`,
    )
  }

  const measuring = (wanted: Measure) => {
    if (!mayMeasure || !mayStart()) return
    store.dispatch({ do: 'measure', with: wanted })
    aim(
      wanted === 'RULER'
        ? 'Shift and arrows measure, Enter adds it to the comment'
        : 'Enter picks the colour',
    )
  }

  const aim = (rest: string) => {
    stage.current?.focus({ preventScroll: true })
    const { width, height } = view.get().stage
    const next = crosshair ?? startCrosshair(toFraction(view.get(), { x: width / 2, y: height / 2 }))
    setCrosshair(next)
    announce(`Crosshair on. ${placeInWords(crosshairPlace(next))}. Arrow keys move, ${rest}, Esc cancels.`)
  }

  useCommand('point', () => start('POINT'))
  useCommand('region', () => start('RECTANGLE'))
  useCommand('arrow', () => start('ARROW'))
  useCommand('draw', () => start('FREEHAND'))
  useCommand('ruler', () => measuring('RULER'))
  useCommand('colors', () => measuring('COLORS'))

  const stop = () => {
    setCrosshair(null)
    announce('Crosshair off.')
  }

  const leave = () => {
    store.dispatch({ do: 'tool', tool: 'POINT' })
    stop()
  }

  const move = (direction: Direction, event: KeyPress) => {
    if (!crosshair) return
    const { scale, page: size } = view.get()
    const px = event.altKey ? stepPx.fine : stepPx.coarse
    const step = { x: px / (size.width * scale), y: px / (size.height * scale) }
    const next = moveCrosshair(crosshair, direction, step, event.shiftKey)
    setCrosshair(next)
    view.set(bringIntoView(view.get(), { ...next.at, width: 0, height: 0 }, insets))
    announce(placeInWords(crosshairPlace(next)))
  }

  const isDrawing = crosshair !== null && crosshair.path.length > 0
  const drawing = isDrawing
    ? drawnMarker(tool, page, [...crosshair.path, crosshair.at], view.get().page)
    : null

  const place = () => {
    if (!crosshair) return
    if (!choose(drawing ?? pointMarker(page, crosshair.at))) setCrosshair(null)
  }

  const onKeyDown = (event: KeyPress) => {
    if (!crosshair) return
    const direction = keyIn(event, arrows)
    if (direction) move(direction, event)
    else if (isKey(event, 'Enter')) place()
    else if (isKey(event, 'Escape')) leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { crosshair, drawing, stop, onKeyDown }
}
