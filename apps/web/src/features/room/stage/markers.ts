import type { Marker } from '@wingmark/contract/comments'
import { onPage, type Point, type Rect } from '#web/features/room/state/viewport'
import { regionBetween } from './crosshair.ts'
import type { PinMarker } from './pin-paint.ts'

/** Six digits are a thousandth of a pixel on the largest design, and the same number on every way. */
const rounded = (fraction: number) => Math.round(fraction * 1e6) / 1e6

export function pointMarker(page: number, fraction: Point): Marker {
  const { x, y } = onPage(fraction)
  return { page, x: rounded(x), y: rounded(y), shape: 'POINT' }
}

/** A region between two corners; kept on the page, also after rounding. */
export function regionMarker(page: number, from: Point, to: Point): Marker {
  const region = regionBetween(from, to)
  const x = rounded(region.x)
  const y = rounded(region.y)
  const width = rounded(Math.min(region.width, 1 - x))
  const height = rounded(Math.min(region.height, 1 - y))
  return { page, x, y, width, height, shape: 'RECTANGLE' }
}

/** The marker's place as a rectangle of fractions; a point has no extent. */
export function markerPlace(marker: PinMarker): Rect {
  if (marker.points && marker.points.length > 0) {
    const xs = marker.points.map(([x]) => x)
    const ys = marker.points.map(([, y]) => y)
    const x = Math.min(...xs)
    const y = Math.min(...ys)
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  }
  return { x: marker.x, y: marker.y, width: marker.width ?? 0, height: marker.height ?? 0 }
}
