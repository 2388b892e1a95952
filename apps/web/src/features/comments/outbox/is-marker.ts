import type { Marker } from '@wingmark/contract/comments'
import { fieldOf } from '#web/lib/changes/read-kept'

const shapes: ReadonlySet<unknown> = new Set<Marker['shape']>(['POINT', 'RECTANGLE', 'ARROW', 'FREEHAND'])

const highestPage = 100_000

const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
const isFractionOrNone = (value: unknown) => value === undefined || isFraction(value)
const isPoint = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isFraction)

/** Checks a stored marker. The contract's schema would be a hundred times as heavy for a visitor. */
export function isMarker(value: unknown): value is Marker {
  const read = (name: string) => fieldOf(value, name)
  const page = read('page')
  const points = read('points')
  return (
    typeof page === 'number' &&
    Number.isInteger(page) &&
    page >= 1 &&
    page <= highestPage &&
    ['x', 'y'].every((name) => isFraction(read(name))) &&
    ['width', 'height'].every((name) => isFractionOrNone(read(name))) &&
    shapes.has(read('shape')) &&
    (points === undefined || (Array.isArray(points) && points.every(isPoint)))
  )
}
