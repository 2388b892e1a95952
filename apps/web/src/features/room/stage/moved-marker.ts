import type { Marker } from '@wingmark/contract/comments'
import { clamp, onPage, type Point, toScreen, type Viewport } from '#web/features/room/state/viewport'
import { isRendered, markerPlace, regionMarker } from './markers.ts'
import type { PinMarker } from './pin-paint.ts'
import { distanceToLine } from './stroke.ts'

/** The held part of a mark: all of it, a region's side or corner (compass points), or an arrow's end. */
export type Grip = 'whole' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw' | 'start' | 'end'

export type Handle = { grip: Grip; at: Point }

/** CSS px; a shorter side has no handle between its corners. */
const shortSide = 40
/** CSS px around a handle or line that count as it, in addition to the pointer's. */
const handleReach = 6
const lineReach = 3

/** A mark's handles, in CSS px of the stage. */
export function handlesOf(view: Viewport, marker: PinMarker): Handle[] {
  if (marker.shape === 'ARROW') {
    const [first, last] = [marker.points?.at(0), marker.points?.at(-1)]
    if (!first || !last) return []
    return [
      { grip: 'start', at: screenPoint(view, first) },
      { grip: 'end', at: screenPoint(view, last) },
    ]
  }
  if (marker.shape !== 'RECTANGLE') return []
  const { from, to } = cornersOf(view, marker)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const corners: Handle[] = [
    { grip: 'nw', at: from },
    { grip: 'ne', at: { x: to.x, y: from.y } },
    { grip: 'se', at: to },
    { grip: 'sw', at: { x: from.x, y: to.y } },
  ]
  const across: Handle[] = [
    { grip: 'n', at: { x: middle.x, y: from.y } },
    { grip: 's', at: { x: middle.x, y: to.y } },
  ]
  const down: Handle[] = [
    { grip: 'w', at: { x: from.x, y: middle.y } },
    { grip: 'e', at: { x: to.x, y: middle.y } },
  ]
  return [
    ...corners,
    ...(to.x - from.x >= shortSide ? across : []),
    ...(to.y - from.y >= shortSide ? down : []),
  ]
}

/** The part of a mark at a place of the stage; null outside it, and inside a region. */
export function gripAt(view: Viewport, marker: PinMarker, at: Point, reach: number): Grip | null {
  const nearest = handlesOf(view, marker)
    .map(({ grip, at: { x, y } }) => ({ grip, distance: Math.hypot(x - at.x, y - at.y) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (nearest && nearest.distance <= handleReach + reach) return nearest.grip
  const line = lineOf(view, marker)
  const isOnLine = line.some((to, i) => distanceTo(at, line[i - 1] ?? to, to) <= lineReach + reach)
  return isOnLine ? 'whole' : null
}

/** Moves the held part by fractions of the page: the mark stays on the page and never vanishes. */
export function movedMarker(marker: Marker, grip: Grip, by: Point): Marker {
  if (grip === 'whole') return movedWhole(marker, by)
  const changed = withPart(marker, grip, by)
  return isRendered(changed) ? changed : marker
}

/** The part that keys resize. */
export function keyGrip({ shape }: Marker): Grip {
  if (shape === 'RECTANGLE') return 'se'
  return shape === 'ARROW' ? 'end' : 'whole'
}

export function isSameMark(a: Marker, b: Marker): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

// Most places have five digits, others six; moving by five keeps their form.
const short = (fraction: number) => Math.round(fraction * 1e5) / 1e5
const rounded = (fraction: number) => Math.round(fraction * 1e6) / 1e6

function movedWhole(marker: Marker, by: Point): Marker {
  const box = markerPlace(marker)
  const left = Math.min(box.x, marker.x)
  const top = Math.min(box.y, marker.y)
  const dx = clamp(short(by.x), -left, 1 - Math.max(box.x + box.width, marker.x))
  const dy = clamp(short(by.y), -top, 1 - Math.max(box.y + box.height, marker.y))
  const { x, y } = onPage({ x: rounded(marker.x + dx), y: rounded(marker.y + dy) })
  const { width, height, points } = marker
  return {
    ...marker,
    x,
    y,
    ...(width === undefined ? {} : { width: rounded(Math.min(width, 1 - x)) }),
    ...(height === undefined ? {} : { height: rounded(Math.min(height, 1 - y)) }),
    ...(points ? { points: points.map((point) => movedPoint(point, dx, dy)) } : {}),
  }
}

/** A part that the shape lacks does not move. */
function withPart(marker: Marker, grip: Grip, by: Point): Marker {
  const isEnd = grip === 'start' || grip === 'end'
  if (marker.shape === 'ARROW' && isEnd) return withEnd(marker, grip, by)
  if (marker.shape === 'RECTANGLE' && !isEnd) return withSide(marker, grip, by)
  return marker
}

function withSide(marker: Marker, grip: Grip, by: Point): Marker {
  const { page, x, y, width = 0, height = 0 } = marker
  const west = grip.includes('w') ? by.x : 0
  const east = grip.includes('e') ? by.x : 0
  const north = grip.includes('n') ? by.y : 0
  const south = grip.includes('s') ? by.y : 0
  return regionMarker(page, { x: x + west, y: y + north }, { x: x + width + east, y: y + height + south })
}

function withEnd(marker: Marker, grip: Grip, by: Point): Marker {
  const before = marker.points ?? []
  const held = grip === 'start' ? 0 : before.length - 1
  const points = before.map((point, i) => (i === held ? movedPoint(point, by.x, by.y) : point))
  const [x, y] = points[0] ?? [marker.x, marker.y]
  return { ...marker, x, y, points }
}

function movedPoint([x, y]: [number, number], dx: number, dy: number): [number, number] {
  const moved = onPage({ x: x + dx, y: y + dy })
  return [rounded(moved.x), rounded(moved.y)]
}

function lineOf(view: Viewport, marker: PinMarker): Point[] {
  if (marker.shape === 'POINT') return []
  if (marker.shape !== 'RECTANGLE') return (marker.points ?? []).map((point) => screenPoint(view, point))
  const { from, to } = cornersOf(view, marker)
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]
}

function cornersOf(view: Viewport, { x, y, width = 0, height = 0 }: PinMarker) {
  return { from: toScreen(view, { x, y }), to: toScreen(view, { x: x + width, y: y + height }) }
}

const screenPoint = (view: Viewport, [x, y]: readonly [number, number]) => toScreen(view, { x, y })

function distanceTo(point: Point, a: Point, b: Point): number {
  return distanceToLine(point, a, b, { width: 1, height: 1 })
}
