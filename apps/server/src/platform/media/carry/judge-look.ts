import { correlate } from '#server/platform/media/carry/correlate'
import type { FinePage, PageMatch } from '#server/platform/media/carry/match-pages'
import type { Plane } from '#server/platform/media/carry/picture'
import type { Area } from '#server/platform/media/carry/pin-area'
import type { Candidate } from '#server/platform/media/carry/place-pin'

/** How a place looks beside what was there; `share` of its blocks look different. */
export type Look = { share: number; isDifferent: boolean; isEmptied: boolean; isPlain: boolean }

const block = 12
/** Of 255: difference of mean lightness or color that is seen. */
const seenTone = 10
const seenGrain = 5
/** Difference beside the contrast of a block. */
const seenPart = 0.42
const mostDifferent = 0.07

type Block = { x: number; y: number }
type Difference = { mean: number; tone: number; contrast: number; otherContrast: number }

export function judgeLook({ fine, otherFine, zoom }: PageMatch, area: Area, candidate: Candidate): Look {
  const [across, down] = [Math.round(area.across * zoom), Math.round(area.down * zoom)]
  let [blocks, different, was, is] = [0, 0, 0, 0]
  for (let y = -down; y + block <= down; y += block)
    for (let x = -across; x + block <= across; x += block) {
      const from = { x: candidate.fineFrom.x + x, y: candidate.fineFrom.y + y }
      const to = { x: candidate.fineTo.x + x, y: candidate.fineTo.y + y }
      if (!isInside(fine.grey, from)) continue
      blocks++
      const found = isInside(otherFine.grey, to) ? differenceOf(fine, from, otherFine, to) : null
      if (!found || isSeen(found)) different++
      was += found?.contrast ?? 1
      is += found?.otherContrast ?? 0
    }
  const share = blocks === 0 ? 0 : different / blocks
  const contrast = was / Math.max(1, blocks)
  return {
    share,
    isDifferent: share > mostDifferent && different > 1,
    isEmptied: contrast > 3 && is < 0.15 * was,
    isPlain: contrast < 3,
  }
}

const isInside = ({ width, height }: Plane, { x, y }: Block) =>
  x >= 1 && y >= 1 && x + block < width - 1 && y + block < height - 1

const isSeen = ({ mean, tone, contrast, otherContrast }: Difference) =>
  tone > seenTone || (mean > seenGrain && mean > seenPart * Math.max(contrast, otherContrast))

/** The least that is found within a pixel around. */
function differenceOf(one: FinePage, from: Block, other: FinePage, to: Block): Difference {
  let best = greyDifference(one.grey, from, other.grey, to)
  for (let y = -1; y <= 1; y++)
    for (let x = -1; x <= 1; x++) {
      const found = greyDifference(one.grey, from, other.grey, { x: to.x + x, y: to.y + y })
      if (found.mean < best.mean) best = found
    }
  return { ...best, tone: Math.max(Math.abs(best.tone), colorDifference(one, from, other, to)) }
}

function greyDifference(one: Plane, from: Block, other: Plane, to: Block): Difference {
  let [apart, sumA, sumB, sumAA, sumBB] = [0, 0, 0, 0, 0]
  for (let y = 0; y < block; y++) {
    const [rowA, rowB] = [(from.y + y) * one.width + from.x, (to.y + y) * other.width + to.x]
    for (let x = 0; x < block; x++) {
      const a = one.data[rowA + x] ?? 0
      const b = other.data[rowB + x] ?? 0
      apart += Math.abs(a - b)
      sumA += a
      sumB += b
      sumAA += a * a
      sumBB += b * b
    }
  }
  const count = block ** 2
  const spreadOf = (sum: number, squares: number) =>
    Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return {
    mean: apart / count,
    tone: (sumA - sumB) / count,
    contrast: spreadOf(sumA, sumAA),
    otherContrast: spreadOf(sumB, sumBB),
  }
}

/** Of mean colors, without their lightness. */
function colorDifference({ picture: one }: FinePage, from: Block, { picture: other }: FinePage, to: Block) {
  const sums = [0, 0, 0]
  for (let y = 0; y < block; y += 2)
    for (let x = 0; x < block; x += 2) {
      const a = ((from.y + y) * one.width + from.x + x) * 4
      const b = ((to.y + y) * other.width + to.x + x) * 4
      for (let n = 0; n < 3; n++) sums[n] = (sums[n] ?? 0) + (one.data[a + n] ?? 0) - (other.data[b + n] ?? 0)
    }
  const [red = 0, green = 0, blue = 0] = sums
  return Math.max(Math.abs(red - green), Math.abs(green - blue)) / (block ** 2 / 4)
}

/** Moves a candidate by a few fine pixels to where it fits best. */
export function refine({ fine, otherFine, zoom }: PageMatch, area: Area, by: { x: number; y: number }) {
  const from = { x: Math.round(area.x * zoom), y: Math.round(area.y * zoom) }
  const start = { x: Math.round((area.x + by.x) * zoom), y: Math.round((area.y + by.y) * zoom) }
  const reach = { across: Math.round(area.across * zoom), down: Math.round(area.down * zoom) }
  const step = Math.max(2, Math.floor(Math.min(reach.across, reach.down) / 10))
  const far = Math.ceil(2 * zoom)
  let best = { score: -1, x: 0, y: 0 }
  for (let y = -far; y <= far; y++)
    for (let x = -far; x <= far; x++) {
      const to = { x: start.x + x, y: start.y + y }
      const found = correlate(fine.grey, from, otherFine.grey, to, reach, step)
      const score = found - 0.002 * (Math.abs(x) + Math.abs(y))
      if (score > best.score) best = { score, x, y }
    }
  const isBetter = best.score > leastFit
  const to = { x: start.x + (isBetter ? best.x : 0), y: start.y + (isBetter ? best.y : 0) }
  return { fineFrom: from, fineTo: to, fit: Math.max(0, best.score) }
}

const leastFit = 0.4
