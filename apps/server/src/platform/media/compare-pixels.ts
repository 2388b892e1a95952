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

/** `lit`: changed, inserted and removed pixels; `removed`: rows. */
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
  const rowBytes = width * 4
  let kept = 0
  let changed = 0
  for (const { from, to, length } of rows) {
    const part = {
      older: older.data.subarray(from * rowBytes, (from + length) * rowBytes),
      newer: newer.data.subarray(to * rowBytes, (to + length) * rowBytes),
    }
    changed += markChanged(
      { ...part, width, height: length },
      marked.subarray(to * width, (to + length) * width),
    )
    kept += length
  }
  const removed = older.height - kept
  return { rows, marked, removed, lit: changed + (height - kept + removed) * width }
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
