import { type Features, wordsPerFeature } from '#server/platform/media/carry/find-features'

/** For each feature up to `lookAlikesMax` of the other page, nearest first; −1 where there are fewer. */
export type LookAlikes = { to: Int32Array; distance: Uint8Array; count: Uint8Array }

export const lookAlikesMax = 8
/** Bits of 256 in which two look-alikes may differ. */
export const mostApart = 40

export function findLookAlikes(one: Features, other: Features): LookAlikes {
  const to = new Int32Array(one.count * lookAlikesMax).fill(-1)
  const distance = new Uint8Array(to.length).fill(255)
  const count = new Uint8Array(one.count)
  for (let index = 0; index < one.count; index++) {
    const base = index * lookAlikesMax
    findNearest(one.bits, index, other, to.subarray(base, base + lookAlikesMax), distance.subarray(base))
    while ((count[index] ?? 0) < lookAlikesMax && (to[base + (count[index] ?? 0)] ?? -1) >= 0)
      count[index] = (count[index] ?? 0) + 1
  }
  return { to, distance, count }
}

/** Bits of the first 64 in which look-alikes practically never differ. */
const mostAtFirst = 22

/** The innermost loop of all: it reads each descriptor's first half before the rest. */
function findNearest(bits: Int32Array, index: number, other: Features, to: Int32Array, distance: Uint8Array) {
  const from = index * wordsPerFeature
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = bits.subarray(from, from + wordsPerFeature)
  const words = other.bits
  const end = other.count * wordsPerFeature
  let worst = mostApart
  for (let at = 0; at < end; at += wordsPerFeature) {
    let apart = bitsIn(a ^ (words[at] as number), b ^ (words[at + 1] as number))
    if (apart > mostAtFirst || apart > worst) continue
    apart += bitsIn(c ^ (words[at + 2] as number), d ^ (words[at + 3] as number))
    if (apart > worst) continue
    apart += bitsIn(e ^ (words[at + 4] as number), f ^ (words[at + 5] as number))
    apart += bitsIn(g ^ (words[at + 6] as number), h ^ (words[at + 7] as number))
    if (apart > worst) continue
    insert(to, distance, at / wordsPerFeature, apart)
    worst = Math.min(worst, distance[lookAlikesMax - 1] ?? 0)
  }
}

function insert(to: Int32Array, distance: Uint8Array, candidate: number, apart: number): void {
  let place = lookAlikesMax - 1
  while (place > 0 && (distance[place - 1] ?? 0) > apart) {
    distance[place] = distance[place - 1] ?? 0
    to[place] = to[place - 1] ?? 0
    place--
  }
  distance[place] = apart
  to[place] = candidate
}

/** Set bits of two words, counted in parallel. */
function bitsIn(one: number, other: number): number {
  const pairs = one - ((one >>> 1) & 0x55555555)
  const otherPairs = other - ((other >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  const both = fours + (otherPairs & 0x33333333) + ((otherPairs >>> 2) & 0x33333333)
  return Math.imul((both & 0x0f0f0f0f) + ((both >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24
}
