import type { Plane } from '#server/platform/media/carry/picture'

export type Spot = { x: number; y: number }
/** Half of a window's sides. */
export type Reach = { across: number; down: number }

/** Variance below which a window is plain. */
const plain = 12

/** Normalised cross-correlation of two windows, −1 to 1, by every `step`th pixel; 0 where one is plain. */
export function correlate(
  one: Plane,
  at: Spot,
  other: Plane,
  to: Spot,
  { across, down }: Reach,
  step: number,
): number {
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0]
  const left = Math.max(-across, -at.x, -to.x)
  const right = Math.min(across, one.width - 1 - at.x, other.width - 1 - to.x)
  const top = Math.max(-down, -at.y, -to.y)
  const bottom = Math.min(down, one.height - 1 - at.y, other.height - 1 - to.y)
  for (let y = top; y <= bottom; y += step) {
    const [rowA, rowB] = [(at.y + y) * one.width + at.x, (to.y + y) * other.width + to.x]
    for (let x = left; x <= right; x += step) {
      const a = one.data[rowA + x] ?? 0
      const b = other.data[rowB + x] ?? 0
      count++
      sumA += a
      sumB += b
      sumAA += a * a
      sumBB += b * b
      sumAB += a * b
    }
  }
  if (count < 9) return 0
  const varianceA = sumAA - (sumA * sumA) / count
  const varianceB = sumBB - (sumB * sumB) / count
  if (varianceA / count < plain || varianceB / count < plain) return 0
  return (sumAB - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB)
}
