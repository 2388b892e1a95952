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
  const both = {
    older: wordsOf(pair.older),
    newer: wordsOf(pair.newer),
    width,
    height,
    bias: biasOf(tolerance),
  }
  marked.fill(0, 0, width * height)
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

/** A pixel is one number; signed, because engines compute with those as they are. */
type Words = { older: Int32Array; newer: Int32Array; width: number; height: number; bias: number }
type Tile = { left: number; top: number; right: number; bottom: number }

const smooth = 2

function markTile(both: Words, { left, top, right, bottom }: Tile, marked: Uint8Array): number {
  const { older, newer, width, bias } = both
  let [changed, smoothed, lighter, moved] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left, end = y * width + right; at < end; at++) {
      const was = older[at] ?? 0
      const is = newer[at] ?? 0
      if (was === is || isAlike(was, is, bias)) continue
      const x = at - y * width
      if (!isSmoothed(both, at, x, y)) {
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

/** Whether each picture has the other's colour within 1 px, as antialiasing does. */
function isSmoothed(both: Words, at: number, x: number, y: number): boolean {
  const { older, newer, width, height, bias } = both
  const was = older[at] ?? 0
  const is = newer[at] ?? 0
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1)
    return isNearAtEdge(both, was, newer, x, y) && isNearAtEdge(both, is, older, x, y)
  return isNear(was, newer, at, width, bias) && isNear(is, older, at, width, bias)
}

/** Written out, because it decides how long a comparison takes. */
function isNear(color: number, among: Int32Array, at: number, width: number, bias: number): boolean {
  const above = at - width
  const below = at + width
  return (
    isAlike(color, among[at - 1] ?? 0, bias) ||
    isAlike(color, among[at + 1] ?? 0, bias) ||
    isAlike(color, among[above] ?? 0, bias) ||
    isAlike(color, among[below] ?? 0, bias) ||
    isAlike(color, among[above - 1] ?? 0, bias) ||
    isAlike(color, among[above + 1] ?? 0, bias) ||
    isAlike(color, among[below - 1] ?? 0, bias) ||
    isAlike(color, among[below + 1] ?? 0, bias)
  )
}

function isNearAtEdge(both: Words, color: number, among: Int32Array, x: number, y: number): boolean {
  const { width, height, bias } = both
  const right = Math.min(width - 1, x + 1)
  const bottom = Math.min(height - 1, y + 1)
  for (let ny = Math.max(0, y - 1); ny <= bottom; ny++)
    for (let nx = Math.max(0, x - 1); nx <= right; nx++)
      if (isAlike(color, among[ny * width + nx] ?? 0, bias)) return true
  return false
}

/** Two channels of a colour, each with room for what is added to it. */
const lanes = 0x00ff00ff
const overflow = 0x02000200

/** With it, a difference of up to `tolerance` sets the bit of its channel in `overflow`. */
const biasOf = (tolerance: number) => (0x200 + tolerance) * 0x00010001

/** Compares two channels at once. */
function isAlike(one: number, other: number, bias: number): boolean {
  const low = (one & lanes) - (other & lanes)
  const high = ((one >>> 8) & lanes) - ((other >>> 8) & lanes)
  return ((bias + low) & (bias - low) & (bias + high) & (bias - high) & overflow) === overflow
}

const lightness = (color: number) => 2 * (color & 255) + 5 * ((color >>> 8) & 255) + ((color >>> 16) & 255)

const wordsOf = ({ buffer, byteOffset, byteLength }: Pair['older']) =>
  new Int32Array(buffer, byteOffset, byteLength / 4)
