import type { Point, Size } from '#web/features/room/state/viewport'

/** The tolerance of a stored line in design px: less than half a pixel, including rounding. */
const finestPx = 0.35

/** Digits of each stored number: rounding moves a line by at most a tenth of a design pixel. */
export const digitsFor = ({ width, height }: Size): 5 | 6 => (Math.max(width, height) > 20_000 ? 6 : 5)

/** So many points with such numbers take less than 8 kB. */
const pointsMax = { 5: 450, 6: 400 }

/** The fewest places (fractions of the page) within half a design pixel of the line, or within 8 kB. */
export function simplifyStroke(path: readonly Point[], size: Size): Point[] {
  const max = pointsMax[digitsFor(size)]
  let [fine, coarse] = [finestPx, finestPx]
  let left = thinned(path, size, finestPx)
  while (left.length > max) {
    fine = coarse
    coarse *= 2
    left = thinned(path, size, coarse)
  }
  while (coarse - fine > coarse / 50) {
    const between = (fine + coarse) / 2
    const tried = thinned(path, size, between)
    if (tried.length > max) fine = between
    else [coarse, left] = [between, tried]
  }
  return left
}

/** By Douglas and Peucker. */
function thinned(path: readonly Point[], size: Size, tolerance: number): Point[] {
  const last = path.length - 1
  if (last < 2) return [...path]
  const isKept = new Uint8Array(path.length)
  isKept[0] = 1
  isKept[last] = 1
  const parts: [number, number][] = [[0, last]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part
    const { at, distance } = farthest(path, size, from, to)
    if (distance <= tolerance) continue
    isKept[at] = 1
    parts.push([from, at], [at, to])
  }
  return path.filter((_, i) => isKept[i] === 1)
}

function farthest(path: readonly Point[], size: Size, from: number, to: number) {
  const [a, b] = [path[from], path[to]]
  let at = from
  let distance = 0
  if (!a || !b) return { at, distance }
  for (let i = from + 1; i < to; i += 1) {
    const point = path[i]
    const away = point ? distanceToLine(point, a, b, size) : 0
    if (away > distance) [at, distance] = [i, away]
  }
  return { at, distance }
}

/** From a place to the segment between two others, in design px. */
export function distanceToLine(point: Point, a: Point, b: Point, { width, height }: Size): number {
  const along = { x: (b.x - a.x) * width, y: (b.y - a.y) * height }
  const to = { x: (point.x - a.x) * width, y: (point.y - a.y) * height }
  const square = along.x ** 2 + along.y ** 2
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, (to.x * along.x + to.y * along.y) / square))
  return Math.hypot(to.x - t * along.x, to.y - t * along.y)
}
