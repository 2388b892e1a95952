import type { Comment, Marker } from '@wingmark/contract/comments'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { placeInWords } from '#web/features/room/stage/crosshair'
import type { PointerKind } from '#web/features/room/stage/gestures'
import { markerPlace } from '#web/features/room/stage/markers'
import { type Grip, isSameMark, keyGrip, movedMarker } from '#web/features/room/stage/moved-marker'
import type { PinLayer } from '#web/features/room/stage/pin-layer'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { choiceOf } from '#web/features/room/state/choice'
import { useCommand } from '#web/features/room/state/commands'
import { movedTo } from '#web/features/room/state/placed'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useEnqueue } from '#web/features/room/state/use-enqueue'
import { bringIntoView, type Point, toFraction } from '#web/features/room/state/viewport'
import { isKey, keyIn } from '#web/lib/keys'
import { offerUndo } from '#web/lib/undo'

/** A mark being moved; `id` is null for the draft; `now` is where it shows. */
export type ShiftedMark = { id: string | null; before: Marker; now: Marker }
type Held = ShiftedMark & { grip: Grip; at: Point; hadFocus: boolean }

/** CSS px around a mark that count as it. */
const reach: Record<PointerKind, number> = { mouse: 2, pen: 4, touch: 12 }
const arrows = new Map<string, Point>([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
])
const largeStep = 10
const insets = { top: 48, right: 48, bottom: 48, left: 48 }

type Moving = {
  stage: RefObject<HTMLElement | null>
  page: number
  comments: readonly Comment[]
  layer: RefObject<PinLayer | null>
}

/** Moves and resizes the user's own marks by drag or keys, before and after sending. */
export function useMoving({ stage, page, comments, layer }: Moving) {
  const { store, view, announce } = useRoom()
  const { enqueue, offerInverse } = useEnqueue()
  const mark = useRoomState((state) => state.mark)
  const fileId = useRoomState((state) => state.fileId)
  const [shifted, setShifted] = useState<ShiftedMark | null>(null)
  const [byKeys, setByKeys] = useState<ShiftedMark | null>(null)
  const held = useRef<Held | null>(null)
  const [under, setUnder] = useState<Grip | null>(null)

  const own = (id: string | null) => {
    const comment = comments.find((one) => one._id === id)
    return comment?.can.edit && comment.marker?.page === page ? comment : null
  }

  const keep = ({ id, before, now }: ShiftedMark) => {
    if (isSameMark(before, now)) return
    const comment = own(id)
    announce(`Moved. ${placeInWords(markerPlace(now))}`)
    if (id === null) {
      const open = store.get().mark
      if (!open || open.fileId !== fileId) return
      const moved = { ...open, marker: now }
      store.dispatch({ do: 'mark', mark: moved })
      offerUndo('Marker moved', () => {
        if (store.get().mark === moved) store.dispatch({ do: 'mark', mark: { ...open, marker: before } })
      })
    } else if (comment) {
      const target = movedTo(comment, now)
      enqueue(target)
      offerInverse({ ...comment, marker: before }, target)
    }
  }

  const onGrip = (at: Point, pointer: PointerKind): boolean => {
    held.current = null
    const { tool } = store.get()
    // With a tool active, a drag on an unselected pin draws another mark.
    const anyPin = pointer !== 'touch' && tool === 'POINT'
    const found = layer.current?.grip(at, { reach: reach[pointer], anyPin })
    const marker = found && (found.id === null ? mark?.marker : own(found.id)?.marker)
    if (!found || !marker) return false
    const hadFocus = stage.current?.querySelector('[data-composer]')?.contains(document.activeElement)
    const start = { at: toFraction(view.get(), at), hadFocus: hadFocus ?? false }
    held.current = { ...found, ...start, before: marker, now: marker }
    return true
  }

  /** Hovering shows handles before a press; any other pin must be selected first. */
  const onHover = (at: Point | null) => {
    const found = at && layer.current?.grip(at, { reach: reach.mouse, anyPin: false })
    setUnder(found?.grip ?? null)
  }

  const follow = (to: Point): Held | null => {
    if (!held.current) return null
    const { grip, at, before } = held.current
    const there = toFraction(view.get(), to)
    held.current.now = movedMarker(before, grip, { x: there.x - at.x, y: there.y - at.y })
    return held.current
  }

  const focusComposer = () =>
    stage.current?.querySelector<HTMLElement>('[data-composer] textarea')?.focus({ preventScroll: true })

  const giveFocusBack = () => {
    if (held.current?.hadFocus) focusComposer()
    held.current = null
  }

  const handlers: Pick<StageHandlers, 'onGrip' | 'onShift' | 'onShifted'> = {
    onGrip,
    onShift(line) {
      if (!line) {
        setShifted(null)
        return giveFocusBack()
      }
      const now = follow(line.to)
      const comment = now?.id && now.id !== store.get().selected ? own(now.id) : null
      if (comment) store.dispatch({ do: 'choose', comment: choiceOf(comment), from: 'stage' })
      setShifted(now && { id: now.id, before: now.before, now: now.now })
    },
    onShifted(line) {
      const now = follow(line.to)
      setShifted(null)
      if (now) keep(now)
      giveFocusBack()
    },
  }

  const begin = (): ShiftedMark | null => {
    const id = store.get().selected
    const marker = id === null ? mark?.marker : own(id)?.marker
    return marker && marker.page === page ? { id, before: marker, now: marker } : null
  }

  useCommand('move', () => {
    const started = begin()
    if (!started) return
    setByKeys(started)
    stage.current?.focus({ preventScroll: true })
    announce(`${placeInWords(markerPlace(started.now))}. ${howToMove(started.now)}`)
  })

  const stop = () => {
    setByKeys(null)
    if (byKeys) keep(byKeys)
  }

  const move = (by: Point, event: KeyboardEvent, from: ShiftedMark) => {
    const { scale, page: size } = view.get()
    // A step below one screen pixel would be invisible.
    const px = Math.max(1, 1 / scale) * (event.shiftKey ? largeStep : 1)
    const step = { x: (by.x * px) / size.width, y: (by.y * px) / size.height }
    const now = movedMarker(from.now, event.altKey ? keyGrip(from.now) : 'whole', step)
    setByKeys({ ...from, now })
    view.set(bringIntoView(view.get(), markerPlace(now), insets))
    announce(placeInWords(markerPlace(now)))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== stage.current || event.ctrlKey || event.metaKey) return
    const by = keyIn(event, arrows)
    // The draft mark needs no key first: arrows have no other use then.
    const from = byKeys ?? (mark?.fileId === fileId ? begin() : null)
    if (by && from) move(by, event, from)
    else if (!byKeys) return
    else if (isKey(event, 'Enter')) {
      stop()
      if (byKeys.id === null) focusComposer()
    } else if (isKey(event, 'Escape')) {
      setByKeys(null)
      announce('Move cancelled.')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { under, onHover, shifted: shifted ?? byKeys, isByKeys: byKeys !== null, handlers, onKeyDown, stop }
}

export function howToMove({ shape }: Marker): string {
  const larger = { POINT: '', FREEHAND: '', RECTANGLE: ', Alt resizes', ARROW: ', Alt moves its end' }[shape]
  return `Arrow keys move${larger}, Shift by ten, Enter confirms, Esc cancels`
}
