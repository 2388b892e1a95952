import type { Plane } from '#server/platform/media/carry/picture'

/** Corners of a picture's edges; `bits`: eight numbers each, which say how its surroundings look. */
export type Features = { count: number; xs: Int32Array; ys: Int32Array; bits: Int32Array }

export const wordsPerFeature = 8
/** How far a feature's surroundings reach. */
const reach = 15
const cell = 5
const leastCorner = 22
/** Features are spread over the page by squares of this side, so that a photo does not take all. */
const square = 48
const crowding = 1.6

/** The same seeded random numbers everywhere: descriptors of two pages must ask the same pixels. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Pairs of places around a feature, by offsets: x, y, x, y. */
const asked = makeAsked()
function makeAsked(): Int8Array {
  const next = randomFrom(42)
  const offset = () => Math.max(-reach, Math.min(reach, Math.round((next() + next() + next() - 1.5) * 13)))
  return Int8Array.from({ length: 4 * 32 * wordsPerFeature }, offset)
}

/** The strongest corner of each small cell, at most `most`. */
export function findFeatures(edges: Plane, most: number): Features {
  const picked = spread(findCorners(edges), edges, most)
  const features: Features = {
    count: picked.length,
    xs: Int32Array.from(picked, (at) => at % edges.width),
    ys: Int32Array.from(picked, (at) => Math.floor(at / edges.width)),
    bits: new Int32Array(picked.length * wordsPerFeature),
  }
  for (const [index, at] of picked.entries()) describe(edges, at, features.bits, index * wordsPerFeature)
  return features
}

/** By strength, the strongest first. */
function findCorners(edges: Plane): number[] {
  const { width, height } = edges
  const found: { strength: number; at: number }[] = []
  const end = reach + 1
  for (let top = end; top + cell < height - end; top += cell)
    for (let left = end; left + cell < width - end; left += cell) {
      const corner = strongestIn(edges, left, top)
      if (corner.strength > leastCorner) found.push(corner)
    }
  return found.sort((one, other) => other.strength - one.strength).map(({ at }) => at)
}

function strongestIn({ data, width }: Plane, left: number, top: number) {
  let [strength, at] = [0, 0]
  for (let y = top; y < top + cell; y++)
    for (let x = left, from = y * width + left; x < left + cell; x++, from++) {
      const here = data[from] ?? 0
      const across = Math.abs(2 * here - (data[from - 2] ?? 0) - (data[from + 2] ?? 0))
      const down = Math.abs(2 * here - (data[from - 2 * width] ?? 0) - (data[from + 2 * width] ?? 0))
      const value = Math.min(across, down) * 2 + here / 8
      if (value > strength) [strength, at] = [value, from]
    }
  return { strength, at }
}

function spread(corners: readonly number[], { width, height }: Plane, most: number): number[] {
  const each = Math.ceil((most / ((width * height) / square ** 2)) * crowding)
  const perRow = Math.ceil(width / square)
  const taken = new Uint16Array(perRow * Math.ceil(height / square))
  const picked: number[] = []
  for (const at of corners) {
    const place = Math.floor(Math.floor(at / width) / square) * perRow + Math.floor((at % width) / square)
    const already = taken[place] ?? 0
    if (already >= each) continue
    taken[place] = already + 1
    picked.push(at)
    if (picked.length >= most) break
  }
  return picked
}

function describe({ data, width }: Plane, at: number, bits: Int32Array, from: number): void {
  for (let word = 0; word < wordsPerFeature; word++) {
    let value = 0
    for (let bit = 0; bit < 32; bit++) {
      const n = 4 * (32 * word + bit)
      const one = data[at + (asked[n] ?? 0) + (asked[n + 1] ?? 0) * width] ?? 0
      const other = data[at + (asked[n + 2] ?? 0) + (asked[n + 3] ?? 0) * width] ?? 0
      if (one > other + 3) value |= 1 << bit
    }
    bits[from + word] = value
  }
}
