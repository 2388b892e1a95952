import type { Marker } from '@wingmark/contract/comments'
import { markerPlace } from '#web/features/room/stage/markers'
import { movedMarker } from '#web/features/room/stage/moved-marker'
import type { Point, Size } from '#web/features/room/state/viewport'

type On = { from: Size; to: Size; page: number }

/** A marker with its middle at a place of another page: the same part of its width, in proportion. */
export function markerAt(marker: Marker, at: Point, { from, to, page }: On): Marker {
  const there = { ...inProportion(marker, from, to), page }
  const { x, y, width, height } = markerPlace(there)
  return movedMarker(there, 'whole', { x: at.x - x - width / 2, y: at.y - y - height / 2 })
}

function inProportion(marker: Marker, from: Size, to: Size): Marker {
  const box = markerPlace(marker)
  if (box.height === 0) return marker
  // Never taller than the page.
  const by = Math.min((from.height / from.width) * (to.width / to.height), 1 / box.height)
  const height = box.height * by
  const top = Math.min(box.y, 1 - height)
  const down = (y: number) => Math.min(1, top + (y - box.y) * by)
  return {
    ...marker,
    y: down(marker.y),
    ...(marker.height !== undefined && { height }),
    ...(marker.points && { points: marker.points.map(([x, y]): [number, number] => [x, down(y)]) }),
  }
}
