import { hexOf, type Rgb } from '@wingmark/contract/contrast'
import type { Pixels } from '#server/platform/media/measure-colors'
import { type NeighbourFact, neighboursMax } from '#server/platform/media/page-facts'

/** Points sampled in a row; columns follow from the shape. */
const POINTS_ACROSS = 240
const LEAST_STEP_PX = 3
/** An area differs from itself by at most this. */
const SAME = 8
/** Between two bars of a chart there may be a strip of the page. */
const FAR_POINTS = 4
/** Shorter runs are letters, lines and edges. */
const LEAST_RUN = 3
const LEAST_MEETINGS = 3

type Point = Rgb | null
type Meeting = {
  colors: readonly [Rgb, Rgb]
  count: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Neighbouring even areas that differ, with where they meet; photographs have none. */
export function findNeighbours(pixels: Pixels): NeighbourFact[] {
  const step = Math.max(LEAST_STEP_PX, Math.ceil(pixels.width / POINTS_ACROSS))
  const columns = Math.max(0, Math.floor((pixels.width - 2) / step))
  const rows = Math.max(0, Math.floor((pixels.height - 2) / step))
  const points = Array.from({ length: rows }, (_r, y) =>
    Array.from({ length: columns }, (_c, x) => evenAt(pixels, 1 + x * step, 1 + y * step)),
  )
  const meetings = new Map<string, Meeting>()
  for (const [y, row] of points.entries())
    meet(row, (one, other, from, to) => note(meetings, [one, other], { x: [from, to], y: [y, y] }))
  for (let x = 0; x < columns; x++)
    meet(
      points.map((row) => row[x] ?? null),
      (one, other, from, to) => note(meetings, [one, other], { x: [x, x], y: [from, to] }),
    )
  return [...meetings.values()]
    .filter(({ count }) => count >= LEAST_MEETINGS)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, neighboursMax)
    .map(({ colors: [one, other], left, top, right, bottom }) => ({
      colors: [hexOf(one), hexOf(other)],
      box: {
        x: left / columns,
        y: top / rows,
        width: (right - left + 1) / columns,
        height: (bottom - top + 1) / rows,
      },
    }))
}

/** The colour of a point that has the same all around it. */
function evenAt({ data, width, channels }: Pixels, x: number, y: number): Point {
  const at = (y * width + x) * channels
  const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
  const isLike = (other: number) =>
    Math.abs((data[other] ?? 0) - r) <= SAME &&
    Math.abs((data[other + 1] ?? 0) - g) <= SAME &&
    Math.abs((data[other + 2] ?? 0) - b) <= SAME
  const row = width * channels
  const isEven = isLike(at - channels) && isLike(at + channels) && isLike(at - row) && isLike(at + row)
  return isEven ? [r, g, b] : null
}

const isSame = (one: Rgb, other: Rgb) => one.every((part, n) => Math.abs(part - (other[n] ?? 0)) <= SAME)

type Run = { color: Rgb; from: number; to: number }

/** Runs of one colour along a line, each with the next one or two that begin near its end. */
function meet(
  line: readonly Point[],
  notified: (one: Rgb, other: Rgb, from: number, to: number) => void,
): void {
  const runs: Run[] = []
  for (const [at, color] of line.entries()) {
    const last = runs.at(-1)
    if (color === null) continue
    if (last && last.to === at - 1 && isSame(last.color, color)) last.to = at
    else runs.push({ color, from: at, to: at })
  }
  const long = runs.filter(({ from, to }) => to - from + 1 >= LEAST_RUN)
  for (const [n, { color, to }] of long.entries())
    for (const next of long.slice(n + 1, n + 3)) {
      if (next.from - to > FAR_POINTS) break
      if (!isSame(next.color, color)) notified(color, next.color, to, next.from)
    }
}

type Span = readonly [from: number, to: number]

function note(meetings: Map<string, Meeting>, given: readonly [Rgb, Rgb], { x, y }: { x: Span; y: Span }) {
  const [one, other] = given.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  if (!one || !other) return
  const key = `${keyOf(one)} ${keyOf(other)}`
  const known = meetings.get(key)
  const [left, right, top, bottom] = [x[0], x[1], y[0], y[1]]
  if (!known) {
    meetings.set(key, { colors: [one, other], count: 1, left, top, right, bottom })
    return
  }
  known.count += 1
  known.left = Math.min(known.left, left)
  known.top = Math.min(known.top, top)
  known.right = Math.max(known.right, right)
  known.bottom = Math.max(known.bottom, bottom)
}

const keyOf = (color: Rgb) => color.map((part) => Math.round(part / (SAME * 2))).join('.')
