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
    let worst = mostApart
    for (let candidate = 0; candidate < other.count; candidate++) {
      const apart = bitsApart(one.bits, index, other.bits, candidate, worst)
      if (apart > worst) continue
      let place = lookAlikesMax - 1
      while (place > 0 && (distance[base + place - 1] ?? 0) > apart) {
        distance[base + place] = distance[base + place - 1] ?? 0
        to[base + place] = to[base + place - 1] ?? 0
        place--
      }
      distance[base + place] = apart
      to[base + place] = candidate
      worst = Math.min(worst, distance[base + lookAlikesMax - 1] ?? 0)
    }
    while ((count[index] ?? 0) < lookAlikesMax && (to[base + (count[index] ?? 0)] ?? -1) >= 0)
      count[index] = (count[index] ?? 0) + 1
  }
  return { to, distance, count }
}

/** Stops counting, in pairs of words, once it is more than `most`. */
function bitsApart(one: Int32Array, index: number, other: Int32Array, at: number, most: number): number {
  const from = index * wordsPerFeature
  const to = at * wordsPerFeature
  let apart = 0
  for (let word = 0; word < wordsPerFeature; word += 2) {
    apart += bitsOf((one[from + word] ?? 0) ^ (other[to + word] ?? 0))
    apart += bitsOf((one[from + word + 1] ?? 0) ^ (other[to + word + 1] ?? 0))
    if (apart > most) return apart
  }
  return apart
}

function bitsOf(value: number): number {
  let sum = value - ((value >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return (((sum + (sum >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
