import type { CarriedPin } from '../../../apps/server/src/platform/media/carry/carry-pins.ts'
import type { Pair, Truth } from './make-pairs.ts'
import { randomOf } from './tree.ts'

export type Judged = {
  isGone: boolean
  isPlaced: boolean
  isSure: boolean
  isRightWord: boolean
  usual: string
  isOwnSpotEdited: boolean
}

/** Right: within 1 % of the width, or inside what the pin was on where that changed. */
export function judge(pair: Pair, truth: Truth, pin: CarriedPin): Judged {
  const isClaimed = pin.marker !== null
  return {
    isGone: !truth.at,
    isPlaced: isPlaced(pair, truth, pin),
    isSure: isClaimed && pin.confidence === 'SURE',
    isRightWord: truth.fair.includes(pin.outcome),
    usual: truth.fair[0] ?? '',
    isOwnSpotEdited: truth.isOwnSpotEdited,
  }
}

function isPlaced(
  { newer: { width, height } }: Pair,
  { at, box, fair }: Truth,
  { marker }: CarriedPin,
): boolean {
  if (!marker || !at || !box) return false
  const x = (marker.x + (marker.width ?? 0) / 2) * width
  const y = (marker.y + (marker.height ?? 0) / 2) * height
  if (Math.hypot(x - at.x, y - at.y) <= 0.01 * width) return true
  const isInside =
    x >= box.x - 4 && x <= box.x + box.width + 4 && y >= box.y - 4 && y <= box.y + box.height + 4
  return fair.includes('CHANGED') && isInside && box.width * box.height < 0.15 * width * height
}

export const isFalseAndSure = ({ isSure, isGone, isPlaced }: Judged) => isSure && (isGone || !isPlaced)

const draws = 2_000

/** In percent, with the 95 % interval over pairs: pins of a pair fail together. */
export function shareOf(
  pairs: readonly Judged[][],
  of: (one: Judged) => boolean,
  isSo: (one: Judged) => boolean,
): { share: number; low: number; high: number; count: number } {
  const counts = pairs.map((pins) => {
    const counted = pins.filter(of)
    return { all: counted.length, so: counted.filter(isSo).length }
  })
  const percent = (list: readonly { all: number; so: number }[]) => {
    const all = list.reduce((sum, one) => sum + one.all, 0)
    return { count: all, share: all === 0 ? 0 : (100 * list.reduce((sum, { so }) => sum + so, 0)) / all }
  }
  const random = randomOf(1)
  const drawn = Array.from({ length: draws }, () => percent(counts.map(() => random.pick(counts))).share)
  const sorted = drawn.sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * draws)] ?? 0
  return { ...percent(counts), low: at(0.025), high: at(0.975) }
}
