import type { AlignmentPairs } from '@wingmark/contract/carry'
import type { Marker } from '@wingmark/contract/comments'
import type { Size } from '#server/platform/media/render-protocol'

type Point = readonly [number, number]
/** Between pixels of two pages: turns and scales, then moves. */
export type Similarity = { turn: Point; move: Point; from: Size; to: Size }

const times = ([a, b]: Point, [c, d]: Point): Point => [a * c - b * d, a * d + b * c]
const minus = ([a, b]: Point, [c, d]: Point): Point => [a - c, b - d]
const lengthOf = ([a, b]: Point) => Math.hypot(a, b)

/** Null where the two places of a page are the same. */
export function similarityOf(
  [first, second]: AlignmentPairs,
  { from, to }: Pick<Similarity, 'from' | 'to'>,
): Similarity | null {
  const [one, other] = [pixels(first[0], from), pixels(second[0], from)]
  const [oneTo, otherTo] = [pixels(first[1], to), pixels(second[1], to)]
  const was = minus(other, one)
  const is = minus(otherTo, oneTo)
  if (lengthOf(was) < 1 || lengthOf(is) < 1) return null
  const square = lengthOf(was) ** 2
  const turn = times(is, [was[0] / square, -was[1] / square])
  return { turn, move: minus(oneTo, times(turn, one)), from, to }
}

const pixels = ([x, y]: Point, { width, height }: Size): Point => [x * width, y * height]

/** Regions keep their size times the scale; strokes move as one. What would leave the page stays at its edge. */
export function moveBy(by: Similarity, marker: Marker, page: number): Marker {
  const [wide, high] = [marker.width ?? 0, marker.height ?? 0]
  const [x, y] = placeOf(by, [marker.x + wide / 2, marker.y + high / 2])
  const scale = lengthOf(by.turn)
  const width = Math.min(1, (wide * by.from.width * scale) / by.to.width)
  const height = Math.min(1, (high * by.from.height * scale) / by.to.height)
  return {
    ...marker,
    page,
    x: within(x - width / 2, 1 - width),
    y: within(y - height / 2, 1 - height),
    ...(marker.width !== undefined && { width }),
    ...(marker.height !== undefined && { height }),
    ...(marker.points && { points: marker.points.map((point) => pointOn(by, point)) }),
  }
}

function placeOf({ turn, move, from, to }: Similarity, point: Point): Point {
  const [x, y] = times(turn, pixels(point, from))
  return [(x + move[0]) / to.width, (y + move[1]) / to.height]
}

function pointOn(by: Similarity, point: Point): [number, number] {
  const [x, y] = placeOf(by, point)
  return [within(x, 1), within(y, 1)]
}

const within = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most))
