import type { Marker } from '@wingmark/contract/comments'
import { onPage, type Point, type Rect, type Size } from '#web/features/room/state/viewport'
import { regionBetween } from './crosshair.ts'
import type { PinMarker } from './pin-paint.ts'
import { digitsFor, simplifyStroke } from './stroke.ts'

/** Six digits are a thousandth of a pixel on the largest design, and survive every conversion. */
const rounded = (fraction: number) => Math.round(fraction * 1e6) / 1e6

export function pointMarker(page: number, fraction: Point): Marker {
  const { x, y } = onPage(fraction)
  return { page, x: rounded(x), y: rounded(y), shape: 'POINT' }
}

/** A region between two corners; stays on the page, even rounded. */
export function regionMarker(page: number, from: Point, to: Point): Marker {
  const region = regionBetween(from, to)
  const x = rounded(region.x)
  const y = rounded(region.y)
  const width = rounded(Math.min(region.width, 1 - x))
  const height = rounded(Math.min(region.height, 1 - y))
  return { page, x, y, width, height, shape: 'RECTANGLE' }
}

export type Tool = Marker['shape']

/** An arrow or freehand line through places in drawing order; its pin is at the first one. */
function lineMarker(page: number, shape: 'ARROW' | 'FREEHAND', path: readonly Point[], size: Size): Marker {
  const parts = 10 ** digitsFor(size)
  const short = (fraction: number) => Math.round(fraction * parts) / parts
  const points = path.map((place): [number, number] => {
    const { x, y } = onPage(place)
    return [short(x), short(y)]
  })
  const [x, y] = points[0] ?? [0, 0]
  return { page, x, y, shape, points }
}

/** The marker of a tool from the pointer's path; a drag without a tool draws a region. */
export function sketchedMarker(tool: Tool, page: number, path: readonly Point[], size: Size): Marker {
  const [from = { x: 0, y: 0 }] = path
  const to = path.at(-1) ?? from
  if (tool === 'ARROW') return lineMarker(page, tool, [from, to], size)
  if (tool === 'FREEHAND') return lineMarker(page, tool, path, size)
  return regionMarker(page, from, to)
}

/** As sent: with no more points than this page size needs. */
export function drawnMarker(tool: Tool, page: number, path: readonly Point[], size: Size): Marker {
  return sketchedMarker(tool, page, tool === 'FREEHAND' ? simplifyStroke(path, size) : path, size)
}

/** False for a mark drawn wholly outside the page. */
export function isRendered(marker: Marker): boolean {
  const { width, height } = markerPlace(marker)
  return marker.shape === 'RECTANGLE' ? width > 0 && height > 0 : width > 0 || height > 0
}

/** Every frame needs the bounding box of a drawing's many points. */
const boxes = new WeakMap<NonNullable<PinMarker['points']>, Rect>()

/** The marker's place as fractions; a point has no extent. */
export function markerPlace(marker: PinMarker): Rect {
  const { points } = marker
  if (!points || points.length === 0)
    return { x: marker.x, y: marker.y, width: marker.width ?? 0, height: marker.height ?? 0 }
  const box = boxes.get(points) ?? boxOf(points)
  boxes.set(points, box)
  return box
}

function boxOf(points: NonNullable<PinMarker['points']>): Rect {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
