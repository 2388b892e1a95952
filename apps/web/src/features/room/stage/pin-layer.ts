import {
  type Point,
  type Rect,
  type Size,
  toFraction,
  toScreen,
  type Viewport,
} from '#web/features/room/state/viewport'
import { haloAt, haloMs, paintHalo } from './halo.ts'
import { markerPlace } from './markers.ts'
import { type Grip, gripAt, handlesOf } from './moved-marker.ts'
import {
  createPinIndex,
  type PinIndex,
  type PinLevel,
  pinPlaces,
  pinsOfItem,
  visitItems,
} from './pin-clusters.ts'
import { type PinMarker, type PinPaint, paintHandles, paintPin, paintShape, pinBody } from './pin-paint.ts'
import { createPinSprites, type PlacedPin } from './pin-sprites.ts'
import { colorIn, readPinStyle } from './pin-style.ts'

export type StagePin = {
  id: string
  label: string
  marker: PinMarker
  tone: 'open' | 'resolved'
  /** Its author's colour, see `pickColor`; null before sending. */
  color: number | null
  /** The current user may move its mark. */
  isOwn?: boolean
  /** Carried there with a doubt. */
  isUnsure?: boolean
}
/** A mark being drawn: on top, without a comment. */
export type DraftMark = { marker: PinMarker; label: string | null }

export type PinHit = { kind: 'pin'; id: string } | { kind: 'cluster'; ids: string[]; bounds: Rect }

/** A pin, or without an id the draft mark. */
export type HeldMark = { id: string | null; grip: Grip }

export type PinLayer = {
  setPins: (pins: readonly StagePin[]) => void
  setLit: (lit: { selected: string | null; hovered: string | null }) => void
  setDraft: (draft: DraftMark | null) => void
  /** Draws a pin away from its stored place while it moves. */
  setShifted: (shifted: { id: string; marker: PinMarker } | null) => void
  setView: (view: Viewport) => void
  /** What is under a point of the stage; `reach` widens it for fingers, in CSS px. */
  hit: (point: Point, reach?: number) => PinHit | null
  /** The held part of the draft, or of the selected pin if it is the user's; `anyPin`: any of theirs. */
  grip: (point: Point, options: { reach: number; anyPin: boolean }) => HeldMark | null
  /** Reads the theme again after a change of colour scheme or screen. */
  refreshLook: () => void
  destroy: () => void
}

const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Clearing an empty canvas would composite it with every frame. */
function createBlankCheck(): (isBare: boolean) => boolean {
  let isBlank = true
  return (isBare) => {
    const isIdle = isBare && isBlank
    isBlank = isBare
    return isIdle
  }
}

/** Draws all pins of a page on one canvas, at most once per frame and only after changes. */
export function createPinLayer(canvas: HTMLCanvasElement): PinLayer {
  const context = canvas.getContext('2d')
  let style = readPinStyle(canvas)
  let ratio = window.devicePixelRatio || 1
  let sprites = createPinSprites(style, ratio)
  let pins: readonly StagePin[] = []
  let ranks: Map<string, number> | null = null
  let shaped: number[] = []
  let index: PinIndex | null = null
  let view: Viewport | null = null
  let lit: { selected: string | null; hovered: string | null } = { selected: null, hovered: null }
  let draft: DraftMark | null = null
  let shifted: { id: string; marker: PinMarker } | null = null
  let frame = 0
  const staysBlank = createBlankCheck()
  let chosenAt = Number.NEGATIVE_INFINITY

  const invalidate = () => {
    frame ||= requestAnimationFrame(draw)
  }

  /** Built on first use: for very many pins it takes longer than drawing. */
  const rankOf = (id: string | null): number | undefined => {
    if (id === null) return undefined
    ranks ??= new Map(pins.map((pin, rank) => [pin.id, rank]))
    return ranks.get(id)
  }

  const indexFor = (current: Viewport): PinIndex => {
    index ??= createPinIndex(pinPlaces(pins.map((pin) => pin.marker)), current.page, style.size * 0.8)
    return index
  }

  /** Visits items whose pins can touch a part of the stage. */
  const around = (current: Viewport, level: PinLevel, part: Rect, visit: (item: number) => void) => {
    const edge = style.size * 2
    const from = toFraction(current, { x: part.x - edge, y: part.y - edge })
    const to = toFraction(current, { x: part.x + part.width + edge, y: part.y + part.height + edge })
    visitItems(level, { ...from, width: to.x - from.x, height: to.y - from.y }, current.page, visit)
  }

  const labelOf = (level: PinLevel, item: number) => {
    const count = level.count[item] ?? 1
    return count > 1 ? `+${count}` : (pins[level.pin[item] ?? 0]?.label ?? '')
  }

  const paintOf = (level: PinLevel, item: number): PinPaint => {
    if ((level.count[item] ?? 1) > 1) return { tone: 'cluster', color: null }
    const { tone = 'open', color = null, isUnsure = false } = pins[level.pin[item] ?? 0] ?? {}
    return { tone, color, isUnsure }
  }

  const bodyOf = (current: Viewport, level: PinLevel, item: number) => {
    const at = toScreen(current, { x: level.x[item] ?? 0, y: level.y[item] ?? 0 })
    return pinBody(at.x, at.y, labelOf(level, item), style)
  }

  function draw() {
    frame = 0
    if (!context || !view) return
    const current = view
    if (staysBlank(pins.length === 0 && draft === null)) return
    fitCanvas(current)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, current.stage.width, current.stage.height)
    const level = indexFor(current).level(current.scale)
    const selected = rankOf(lit.selected)
    const hovered = rankOf(lit.hovered)
    const onTop = [...new Set([hovered, selected])].filter((rank) => rank !== undefined)
    // A region can reach into view when its pin does not, so each is checked.
    for (const rank of shaped) {
      const pin = pins[rank]
      const isAlone = level.count[level.itemOf[rank] ?? 0] === 1
      if (pin && pin.id !== shifted?.id && isAlone && isInView(current, markerPlace(pin.marker))) {
        paintShape(context, current, pin.marker, style, { emphasis: 'quiet', color: pin.color })
      }
    }
    const placed: PlacedPin[] = []
    around(current, level, { x: 0, y: 0, ...current.stage }, (item) => {
      if ((level.count[item] ?? 1) === 1 && onTop.includes(level.pin[item] ?? 0)) return
      const { x, y } = bodyOf(current, level, item)
      placed.push({ x, y, label: labelOf(level, item), ...paintOf(level, item) })
    })
    sprites.draw(context, placed)
    for (const rank of onTop) drawLit(context, current, pins[rank], rank === selected)
    if (draft) drawDraft(context, current, draft)
    prepareNeighbours(current)
  }

  function drawLit(
    target: CanvasRenderingContext2D,
    current: Viewport,
    pin: StagePin | undefined,
    strong: boolean,
  ) {
    if (!pin) return
    const since = performance.now() - chosenAt
    const halo = haloAt(strong ? since : haloMs)
    if (strong && since < haloMs) invalidate()
    const marker = placeNow(pin)
    paintShape(target, current, marker, style, { emphasis: 'lit', color: pin.color })
    const at = toScreen(current, marker)
    const scale = strong ? 1.25 : 1.12
    const larger = { ...style, size: style.size * scale }
    const body = pinBody(at.x, at.y, pin.label, larger)
    paintHalo(target, body, halo, { fill: colorIn(style, pin.color), alpha: strong ? 0.35 : 0.2 })
    paintPin(target, body, pin.label, pin, larger)
    if (strong && pin.isOwn) paintHandles(target, handlesOf(current, marker), style)
  }

  function drawDraft(target: CanvasRenderingContext2D, current: Viewport, mark: DraftMark) {
    paintShape(target, current, mark.marker, style, { emphasis: 'draft', color: null })
    if (mark.label === null) return
    const at = toScreen(current, mark.marker)
    const larger = { ...style, size: style.size * 1.12 }
    paintPin(
      target,
      pinBody(at.x, at.y, mark.label, larger),
      mark.label,
      { tone: 'open', color: null },
      larger,
    )
    paintHandles(target, handlesOf(current, mark.marker), style)
  }

  function placeNow(pin: StagePin): PinMarker {
    return pin.id === shifted?.id ? shifted.marker : pin.marker
  }

  function gripOf(
    current: Viewport,
    mark: { marker: PinMarker; label: string },
    point: Point,
    reach: number,
  ) {
    const grip = gripAt(current, mark.marker, point, reach)
    if (grip) return grip
    const at = toScreen(current, mark.marker)
    return distanceTo(pinBody(at.x, at.y, mark.label, style), point) <= reach ? 'whole' : null
  }

  function fitCanvas({ stage }: Viewport) {
    const now = window.devicePixelRatio || 1
    if (now !== ratio) {
      ratio = now
      sprites = createPinSprites(style, ratio)
    }
    resize(canvas, stage, ratio)
  }

  let idle = 0
  // With very many pins a new level takes longer than a frame: neighbours are prepared while idle.
  function prepareNeighbours({ scale }: Viewport) {
    if (pins.length < 5_000 || typeof requestIdleCallback === 'undefined') return
    cancelIdleCallback(idle)
    const steps = [Math.SQRT2, Math.SQRT1_2, 2, 0.5, 4, 0.25]
    const next = () => {
      const step = steps.shift()
      if (step === undefined) return
      index?.level(scale * step)
      idle = requestIdleCallback(next)
    }
    idle = requestIdleCallback(next)
  }

  function hitItem(current: Viewport, level: PinLevel, point: Point, reach: number): number {
    let found = -1
    let nearest = Number.POSITIVE_INFINITY
    const near = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach }
    around(current, level, near, (item) => {
      const body = bodyOf(current, level, item)
      const distance = distanceTo(body, point)
      // Of those that contain the point, the last drawn is on top.
      if (distance <= reach && (distance < nearest || distance === 0)) {
        nearest = distance
        found = item
      }
    })
    return found
  }

  return {
    setPins(next) {
      pins = next
      ranks = null
      shaped = next.flatMap((pin, rank) => (pin.marker.shape === 'POINT' ? [] : rank))
      index = null
      invalidate()
    },
    setLit(next) {
      if (next.selected === lit.selected && next.hovered === lit.hovered) return
      if (next.selected !== lit.selected && !wantsNoMotion()) chosenAt = performance.now()
      lit = next
      invalidate()
    },
    setDraft(next) {
      draft = next
      invalidate()
    },
    setShifted(next) {
      shifted = next
      invalidate()
    },
    setView(next) {
      if (view && (next.page.width !== view.page.width || next.page.height !== view.page.height)) index = null
      view = next
      invalidate()
    },
    hit(point, reach = 2) {
      if (!view || pins.length === 0) return null
      const top = rankOf(lit.selected)
      const topPin = top === undefined ? undefined : pins[top]
      if (topPin) {
        const at = toScreen(view, topPin.marker)
        if (distanceTo(pinBody(at.x, at.y, topPin.label, style), point) <= reach)
          return { kind: 'pin', id: topPin.id }
      }
      const level = indexFor(view).level(view.scale)
      const item = hitItem(view, level, point, reach)
      if (item === -1) return null
      const members = pinsOfItem(level, item).flatMap((rank) => pins[rank] ?? [])
      const [only] = members
      if (only && members.length === 1) return { kind: 'pin', id: only.id }
      return { kind: 'cluster', ids: members.map((pin) => pin.id), bounds: boundsOf(members) }
    },
    grip(point, { reach, anyPin }) {
      if (!view) return null
      const current = view
      if (draft && draft.label !== null) {
        const grip = gripOf(current, { ...draft, label: draft.label }, point, reach)
        if (grip) return { id: null, grip }
      }
      const chosen = pins[rankOf(lit.selected) ?? -1]
      const grip = chosen?.isOwn ? gripOf(current, chosen, point, reach) : null
      if (chosen && grip) return { id: chosen.id, grip }
      const hit = anyPin ? this.hit(point, reach) : null
      const pin = hit?.kind === 'pin' ? pins[rankOf(hit.id) ?? -1] : undefined
      return pin?.isOwn ? { id: pin.id, grip: 'whole' } : null
    },
    refreshLook() {
      style = readPinStyle(canvas)
      sprites = createPinSprites(style, ratio)
      invalidate()
    },
    destroy() {
      cancelAnimationFrame(frame)
      if (idle) cancelIdleCallback(idle)
    },
  }
}

function resize(canvas: HTMLCanvasElement, stage: Size, ratio: number): void {
  const width = Math.round(stage.width * ratio)
  const height = Math.round(stage.height * ratio)
  if (canvas.width === width && canvas.height === height) return
  canvas.width = width
  canvas.height = height
}

function isInView(view: Viewport, place: Rect): boolean {
  const from = toScreen(view, place)
  const to = toScreen(view, { x: place.x + place.width, y: place.y + place.height })
  return from.x <= view.stage.width && to.x >= 0 && from.y <= view.stage.height && to.y >= 0
}

function distanceTo(body: Rect, point: Point): number {
  const dx = Math.max(body.x - point.x, 0, point.x - body.x - body.width)
  const dy = Math.max(body.y - point.y, 0, point.y - body.y - body.height)
  return Math.hypot(dx, dy)
}

function boundsOf(pins: readonly StagePin[]): Rect {
  let left = 1
  let top = 1
  let right = 0
  let bottom = 0
  for (const { marker } of pins) {
    left = Math.min(left, marker.x)
    right = Math.max(right, marker.x)
    top = Math.min(top, marker.y)
    bottom = Math.max(bottom, marker.y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
