import { cheapestEdits, type Run, type Same } from '#server/platform/media/edit-script'

/** What each row of a picture looks like: the lightness of a few equal parts of it. */
export type RowSigns = { data: Uint8Array; rows: number; parts: number }

const mostParts = 48
/** By this much, of 255, a part of the same row may differ: small changes are found later. */
const tolerance = 3
/** Shorter ones are mostly blank rows that stand somewhere by chance. */
const leastRun = 8

type Pixels = { data: Uint8Array; width: number; height: number }

/** `data`: RGBA. */
export function readRowSigns({ data, width, height }: Pixels): RowSigns {
  const parts = Math.min(mostParts, width)
  const ends = Array.from({ length: parts }, (_, part) => Math.floor(((part + 1) * width) / parts) * 4)
  const signs = new Uint8Array(height * parts)
  for (let y = 0; y < height; y++) {
    const row = y * width * 4
    let at = row
    for (let part = 0; part < parts; part++) {
      const [from, end] = [at, row + (ends[part] ?? 0)]
      let sum = 0
      for (; at < end; at += 4) sum += 2 * (data[at] ?? 0) + 5 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
      signs[y * parts + part] = sum / (2 * (end - from))
    }
  }
  return { data: signs, rows: height, parts }
}

/** Which rows belong together, from top to bottom; others were inserted or removed. */
export function alignRows(older: RowSigns, newer: RowSigns): Run[] {
  const isSame: Same = (from, to) => differingParts(older, from, newer, to, 1) === 0
  const found = cheapestEdits(older.rows, newer.rows, isSame)
  return joinRuns(fillGaps(withoutChance(found), older, newer))
}

function differingParts(older: RowSigns, from: number, newer: RowSigns, to: number, most: number): number {
  const { parts } = older
  let differing = 0
  for (let part = 0; part < parts && differing < most; part++) {
    const by = (older.data[from * parts + part] ?? 0) - (newer.data[to * parts + part] ?? 0)
    if (by > tolerance || by < -tolerance) differing += 1
  }
  return differing
}

const shiftOf = ({ from, to }: Run) => to - from

/** Leaves out short runs that are shifted otherwise than their neighbours. */
function withoutChance(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const [at, run] of runs.entries()) {
    const beside = [kept.at(-1), runs[at + 1]]
    const fits = beside.some((one) => one && shiftOf(one) === shiftOf(run))
    if (run.length >= leastRun || fits) kept.push(run)
  }
  return kept
}

/** Changed rows belong together too: those of a gap from its top or its bottom, where fewer parts differ. */
function fillGaps(runs: readonly Run[], older: RowSigns, newer: RowSigns): Run[] {
  const filled: Run[] = []
  let [from, to] = [0, 0]
  const end: Run = { from: older.rows, to: newer.rows, length: 0 }
  for (const run of [...runs, end]) {
    const length = Math.min(run.from - from, run.to - to)
    if (length > 0) {
      const above = { from, to, length }
      const below = { from: run.from - length, to: run.to - length, length }
      filled.push(costOf(below, older, newer) < costOf(above, older, newer) ? below : above)
    }
    if (run.length > 0) filled.push(run)
    from = run.from + run.length
    to = run.to + run.length
  }
  return filled
}

function costOf({ from, to, length }: Run, older: RowSigns, newer: RowSigns): number {
  let cost = 0
  for (let row = 0; row < length; row++)
    cost += differingParts(older, from + row, newer, to + row, older.parts)
  return cost
}

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last && last.from + last.length === run.from && last.to + last.length === run.to)
      last.length += run.length
    else joined.push({ ...run })
  }
  return joined
}
