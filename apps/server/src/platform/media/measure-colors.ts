import { contrastOf, hexOf, type Rgb } from '@wingmark/contract/contrast'
import { distance, oklab } from '#server/platform/media/oklab'
import type { Box, TextFact } from '#server/platform/media/page-facts'

export type Pixels = { data: Uint8Array; width: number; height: number; channels: 3 | 4 }

/** More would not improve the judgement. */
const MOST_PIXELS_OF_A_CELL = 900
/** Two colours nearer than this are one, and nothing is readable there. */
const LEAST_DISTANCE = 0.03
/** From this share of the way from background to text colour on, a pixel is inside a letter. */
const INSIDE = 0.55
const OUTSIDE = 0.2
const SAME_BACKGROUND = 0.04
const SAME_TEXT = 0.5

type Sample = { rgb: Rgb; lab: readonly [number, number, number] }
type Area = { left: number; top: number; width: number; height: number }

/**
 * A line's two colours in its least readable square; the background is what is clearly not letters. `known`: declared
 * colour.
 */
export function measureColors(pixels: Pixels, box: Box, known: Rgb | null): TextFact['colors'] {
  const area = areaOf(pixels, box)
  if (area.width < 2 || area.height < 2) return null
  const side = Math.max(8, area.height)
  const cells = Math.max(1, Math.min(16, Math.round(area.width / side)))
  const found: Pair[] = []
  for (let cell = 0; cell < cells; cell++) {
    const left = area.left + Math.floor((area.width * cell) / cells)
    const right = area.left + Math.floor((area.width * (cell + 1)) / cells)
    const pair = pairOf(samplesOf(pixels, { ...area, left, width: right - left }), known)
    if (pair) found.push({ ...pair, contrast: contrastOf(pair.text, pair.background) })
  }
  found.sort((one, other) => one.contrast - other.contrast)
  const worst = known === null ? worstOfMeasured(found) : worstOf(found)
  return worst ? { text: hexOf(worst.text), background: hexOf(worst.background) } : null
}

type Pair = { text: Rgb; background: Rgb; contrast: number }

/** One square may lie on the edge of a button; of many, take the second worst. */
const worstOf = (ordered: readonly Pair[]) => ordered[ordered.length > 6 ? 1 : 0]

/**
 * Thin letters rarely reach their full colour: on an even background the clearest square counts, unless colours truly
 * differ.
 */
function worstOfMeasured(ordered: readonly Pair[]): Pair | undefined {
  const [worst, clearest] = [worstOf(ordered), ordered.at(-1)]
  if (!worst || !clearest) return undefined
  const isEven = ordered.every(
    ({ background }) => distance(oklab(background), oklab(clearest.background)) < SAME_BACKGROUND,
  )
  return isEven && worst.contrast > clearest.contrast * SAME_TEXT ? clearest : worst
}

function areaOf({ width, height }: Pixels, box: Box): Area {
  const left = Math.max(0, Math.floor(box.x * width))
  const top = Math.max(0, Math.floor(box.y * height))
  return {
    left,
    top,
    width: Math.min(width, Math.ceil((box.x + box.width) * width)) - left,
    height: Math.min(height, Math.ceil((box.y + box.height) * height)) - top,
  }
}

function samplesOf({ data, width, channels }: Pixels, area: Area): Sample[] {
  const step = Math.max(1, Math.floor(Math.sqrt((area.width * area.height) / MOST_PIXELS_OF_A_CELL)))
  const samples: Sample[] = []
  // Most pixels of a line have one of a few colours.
  const seen = new Map<number, Sample>()
  for (let y = area.top; y < area.top + area.height; y += step)
    for (let x = area.left; x < area.left + area.width; x += step) {
      const at = (y * width + x) * channels
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      const key = (r << 16) | (g << 8) | b
      const sample = seen.get(key) ?? sampleOf([r, g, b])
      seen.set(key, sample)
      samples.push(sample)
    }
  return samples
}

const sampleOf = (rgb: Rgb): Sample => ({ rgb, lab: oklab(rgb) })

function pairOf(samples: readonly Sample[], known: Rgb | null): { text: Rgb; background: Rgb } | null {
  return known ? besideKnown(samples, known) : twoClusters(samples)
}

function besideKnown(samples: readonly Sample[], text: Rgb): { text: Rgb; background: Rgb } | null {
  const lab = oklab(text)
  const distances = samples.map((one) => distance(one.lab, lab))
  const farthest = Math.max(...distances)
  if (farthest < LEAST_DISTANCE) return null
  // Its colour is missing if something is drawn over it.
  const nearest = Math.min(...distances)
  if (nearest > farthest * (1 - INSIDE)) return null
  const outside = samples.filter((_, n) => (distances[n] ?? 0) > farthest * INSIDE)
  return { text, background: middleOf(outside) }
}

/** With both colours unknown: the two groups that differ most; edges of letters lie in between. */
function twoClusters(samples: readonly Sample[]): { text: Rgb; background: Rgb } | null {
  const [first] = samples
  if (!first) return null
  let [a, b] = [first.lab, farthestFrom(samples, first.lab).lab]
  if (distance(a, b) < LEAST_DISTANCE) return null
  for (let round = 0; round < 6; round++) {
    const near = (one: Sample) => distance(one.lab, a) <= distance(one.lab, b)
    ;[a, b] = [meanOf(samples.filter(near)) ?? a, meanOf(samples.filter((one) => !near(one))) ?? b]
  }
  const apart = distance(a, b)
  if (apart < LEAST_DISTANCE) return null
  const sideA = samples.filter((one) => distance(one.lab, a) < distance(one.lab, b))
  const sideB = samples.filter((one) => distance(one.lab, a) >= distance(one.lab, b))
  const [many, few] = sideA.length >= sideB.length ? [sideA, sideB] : [sideB, sideA]
  if (few.length < samples.length * 0.02) return null
  const background = middleOf(many)
  return { text: extremeOf(few, oklab(background)), background }
}

/** Thin letters are mostly edge: their colour is that of the quarter that is farthest from the background. */
function extremeOf(samples: readonly Sample[], from: Sample['lab']): Rgb {
  const ordered = samples.toSorted((one, other) => distance(other.lab, from) - distance(one.lab, from))
  return middleOf(ordered.slice(0, Math.max(1, Math.ceil(ordered.length * OUTSIDE))))
}

function farthestFrom(samples: readonly Sample[], lab: Sample['lab']): Sample {
  return samples.reduce((best, one) => (distance(one.lab, lab) > distance(best.lab, lab) ? one : best))
}

function meanOf(samples: readonly Sample[]): Sample['lab'] | null {
  if (samples.length === 0) return null
  const sum = [0, 0, 0] as [number, number, number]
  for (const { lab } of samples) for (const n of [0, 1, 2] as const) sum[n] += lab[n]
  return [sum[0] / samples.length, sum[1] / samples.length, sum[2] / samples.length]
}

/** The median colour by lightness, which occurs in the picture. */
function middleOf(samples: readonly Sample[]): Rgb {
  const ordered = samples.toSorted((one, other) => one.lab[0] - other.lab[0])
  return ordered[Math.floor(ordered.length / 2)]?.rgb ?? [255, 255, 255]
}
