import { markChanged } from '@wingmark/contract/changed-pixels'
import { type Comparison, changedBoxesMax } from '@wingmark/contract/compare'
import { alignRows, readRowSigns } from '#server/platform/media/align-rows'
import { findChangedBoxes } from '#server/platform/media/changed-boxes'
import type { Run } from '#server/platform/media/edit-script'

/** RGBA. */
export type Raster = { data: Uint8Array; width: number; height: number }

/** Measures are fractions, as in the contract. */
export type PageComparison = Pick<Comparison, 'rows' | 'changed' | 'share'>

/** Compares two pages of the same width, with rows aligned where that leaves less changed. */
export function comparePixels(older: Raster, newer: Raster): PageComparison {
  const found = better(lightUp(older, newer, inPlace(older, newer)), () =>
    lightUp(older, newer, alignRows(readRowSigns(older), readRowSigns(newer))),
  )
  const { width, height } = newer
  const places = removedAt(found.rows, older.height)
  const boxes = findChangedBoxes(found.marked, width, height, Math.max(1, changedBoxesMax - places.length))
  const changed = [
    ...boxes.map(({ left, top, right, bottom }) => ({
      x: part(left, width),
      y: part(top, height),
      width: part(right - left, width),
      height: part(bottom - top, height),
    })),
    ...places
      .slice(0, changedBoxesMax - boxes.length)
      .map((y) => ({ x: 0, y: part(y, height), width: 1, height: 0 })),
  ]
  return {
    rows: found.rows.map(({ from, to, length }) => [
      part(from, height),
      part(to, height),
      part(length, height),
    ]),
    changed: changed.sort((a, b) => a.y - b.y || a.x - b.x),
    share: part(found.lit, width * (height + found.removed)),
  }
}

/** To far less than a pixel, so that answers stay short. */
const part = (of: number, whole: number) => Number((of / whole).toFixed(7))

/** `lit`: changed pixels, and those of inserted and removed rows that show something; `removed`: rows. */
type Lit = { rows: Run[]; marked: Uint8Array; lit: number; removed: number }

/** The second one only if it leaves less changed. */
function better(one: Lit, makeOther: () => Lit): Lit {
  if (one.lit === 0) return one
  const other = makeOther()
  return other.lit < one.lit ? other : one
}

const inPlace = (older: Raster, newer: Raster): Run[] => [
  { from: 0, to: 0, length: Math.min(older.height, newer.height) },
]

function lightUp(older: Raster, newer: Raster, rows: Run[]): Lit {
  const { width, height } = newer
  const marked = new Uint8Array(width * height).fill(1)
  let lit = 0
  let removed = 0
  let [from, to] = [0, 0]
  for (const run of [...rows, { from: older.height, to: height, length: 0 }]) {
    removed += run.from - from
    lit += shownIn(older, from, run.from) + shownIn(newer, to, run.to)
    from = run.from + run.length
    to = run.to + run.length
    const pair = { older: rowsOf(older, run.from, from), newer: rowsOf(newer, run.to, to), width }
    lit += markChanged({ ...pair, height: run.length }, marked.subarray(run.to * width, to * width))
  }
  return { rows, marked, removed, lit }
}

const rowsOf = ({ data, width }: Raster, from: number, to: number) =>
  data.subarray(from * width * 4, to * width * 4)

/** Pixels of these rows that differ from the row before them (or after), which would go on without them. */
function shownIn(raster: Raster, from: number, to: number): number {
  const { width, height } = raster
  const beside = from > 0 ? from - 1 : to
  if (beside >= height) return (to - from) * width
  const older = rowsOf(raster, beside, beside + 1)
  const marked = new Uint8Array(width)
  let shown = 0
  for (let row = from; row < to; row++)
    shown += markChanged({ older, newer: rowsOf(raster, row, row + 1), width, height: 1 }, marked)
  return shown
}

/** The rows of the newer page above which some of the older one were removed. */
function removedAt(rows: readonly Run[], olderHeight: number): number[] {
  const places: number[] = []
  let [from, to] = [0, 0]
  for (const run of rows) {
    if (run.from > from) places.push(run.to)
    from = run.from + run.length
    to = run.to + run.length
  }
  return from < olderHeight ? [...places, to] : places
}
