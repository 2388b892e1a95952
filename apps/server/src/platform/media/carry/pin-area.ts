import type { Marker } from '@wingmark/contract/comments'
import type { Reach, Spot } from '#server/platform/media/carry/correlate'

/** What a marker covers, in pixels of some width: its middle and half of its sides. */
export type Area = Spot & Reach

type Size = { width: number; height: number }

/** A point stands for its surroundings. */
const leastRegion = 10
const point = 14

export function areaOf(marker: Marker, { width, height }: Size): Area {
  const box = boxOf(marker)
  const isPoint = box.width === 0 && box.height === 0
  const half = (share: number, all: number) => (isPoint ? point : Math.max(leastRegion, (share * all) / 2))
  return {
    x: (box.x + box.width / 2) * width,
    y: (box.y + box.height / 2) * height,
    across: half(box.width, width),
    down: half(box.height, height),
  }
}

/** In fractions of the page. */
export function middleOf(marker: Marker): Spot {
  const { x, y, width, height } = boxOf(marker)
  return { x: x + width / 2, y: y + height / 2 }
}

function boxOf({ x, y, width = 0, height = 0, points = [] }: Marker) {
  if (points.length === 0) return { x, y, width, height }
  const xs = [x, x + width, ...points.map(([one]) => one)]
  const ys = [y, y + height, ...points.map(([, one]) => one)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** The marker moved by pixels of a common scale, as one piece that stays on the page. */
export function moveMarker(marker: Marker, by: Spot, from: Size, to: Size): Marker {
  const [scaleX, scaleY] = [from.width / to.width, from.height / to.height]
  const box = boxOf(marker)
  const into = (start: number, length: number) => Math.min(Math.max(start, 0), Math.max(0, 1 - length))
  const left = into(box.x * scaleX + by.x / to.width, box.width * scaleX)
  const top = into(box.y * scaleY + by.y / to.height, box.height * scaleY)
  const across = (x: number) => keep(left + (x - box.x) * scaleX)
  const down = (y: number) => keep(top + (y - box.y) * scaleY)
  const moved: Marker = { ...marker, x: across(marker.x), y: down(marker.y) }
  if (marker.width !== undefined) moved.width = Math.min(marker.width * scaleX, 1 - moved.x)
  if (marker.height !== undefined) moved.height = Math.min(marker.height * scaleY, 1 - moved.y)
  if (marker.points) moved.points = marker.points.map(([x, y]) => [across(x), down(y)])
  return moved
}

/** Whether a moved marker lies on the page as a whole, within pixels of a common scale. */
export function isWhole(marker: Marker, by: Spot, from: Size, to: Size): boolean {
  const box = boxOf(marker)
  const [left, top] = [box.x * from.width + by.x, box.y * from.height + by.y]
  const [right, bottom] = [left + box.width * from.width, top + box.height * from.height]
  return Math.min(left, top, to.width - right, to.height - bottom) >= -overhang
}

const overhang = 4

const keep = (fraction: number) => Math.min(Math.max(fraction, 0), 1)
