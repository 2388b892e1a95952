/** Largest difference of a colour channel, of 255, that counts as unchanged. */
export const compareTolerance = 16

/** Edge of the tiles in which antialiasing has to balance. */
const tilePx = 32
/** Share by which a tile may get lighter or darker while only its antialiasing differs. */
const unbalanced = 0.5

/** `older` and `newer`: as many RGBA pixels. */
type Pair = {
  older: Uint8Array | Uint8ClampedArray
  newer: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  tolerance?: number
}

/** Marks changed pixels with 1 in `marked`, a byte for each, and returns how many; antialiasing is no change. */
export function markChanged(pair: Pair, marked: Uint8Array): number {
  const { width, height, tolerance = compareTolerance } = pair
  const both = { older: wordsOf(pair.older), newer: wordsOf(pair.newer), width, height, tolerance }
  let count = 0
  for (let top = 0; top < height; top += tilePx)
    for (let left = 0; left < width; left += tilePx) {
      const tile = {
        left,
        top,
        right: Math.min(width, left + tilePx),
        bottom: Math.min(height, top + tilePx),
      }
      count += markTile(both, tile, marked)
    }
  return count
}

/** A pixel is one number, which is compared as a whole first. */
type Words = { older: Uint32Array; newer: Uint32Array; width: number; height: number; tolerance: number }
type Tile = { left: number; top: number; right: number; bottom: number }

const smooth = 2

function markTile(both: Words, { left, top, right, bottom }: Tile, marked: Uint8Array): number {
  const { older, newer, width, tolerance } = both
  let [changed, smoothed, lighter, moved] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      marked[at] = 0
      const [was, is] = [older[at] ?? 0, newer[at] ?? 0]
      if (was === is || isAlike(was, is, tolerance)) continue
      if (isFar(both, at, x, y) || !isNear(both, was, newer, x, y) || !isNear(both, is, older, x, y)) {
        marked[at] = 1
        changed += 1
        continue
      }
      marked[at] = smooth
      smoothed += 1
      const by = lightness(is) - lightness(was)
      lighter += by
      moved += Math.abs(by)
    }
  if (smoothed === 0) return changed
  const isReal = Math.abs(lighter) > moved * unbalanced
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++)
      if (marked[at] === smooth) marked[at] = isReal ? 1 : 0
  return isReal ? changed + smoothed : changed
}

/** Whether either picture has one colour all around: the quick answer for most pixels. */
function isFar({ older, newer, width, height }: Words, at: number, x: number, y: number): boolean {
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false
  return isFlat(newer, at, width) || isFlat(older, at, width)
}

function isFlat(words: Uint32Array, at: number, width: number): boolean {
  const color = words[at]
  return (
    words[at - 1] === color &&
    words[at + 1] === color &&
    words[at - width] === color &&
    words[at + width] === color &&
    words[at - width - 1] === color &&
    words[at - width + 1] === color &&
    words[at + width - 1] === color &&
    words[at + width + 1] === color
  )
}

/** Whether `among` has this colour within 1 px, as antialiasing does. */
function isNear(both: Words, color: number, among: Uint32Array, x: number, y: number): boolean {
  const { width, height, tolerance } = both
  const right = Math.min(width - 1, x + 1)
  const bottom = Math.min(height - 1, y + 1)
  for (let ny = Math.max(0, y - 1); ny <= bottom; ny++)
    for (let nx = Math.max(0, x - 1); nx <= right; nx++)
      if (isAlike(color, among[ny * width + nx] ?? 0, tolerance)) return true
  return false
}

function isAlike(one: number, other: number, tolerance: number): boolean {
  return (
    Math.abs((one & 255) - (other & 255)) <= tolerance &&
    Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) <= tolerance &&
    Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) <= tolerance &&
    Math.abs((one >>> 24) - (other >>> 24)) <= tolerance
  )
}

const lightness = (color: number) => 2 * (color & 255) + 5 * ((color >>> 8) & 255) + ((color >>> 16) & 255)

const wordsOf = ({ buffer, byteOffset, byteLength }: Pair['older']) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)
