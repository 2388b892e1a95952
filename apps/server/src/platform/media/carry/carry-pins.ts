import type { Carried, Marker } from '@wingmark/contract/comments'
import type { Raster } from '#server/platform/media/compare-pixels'

/** `marker`: null only where it was not found. */
export type CarriedPin = Pick<Carried, 'outcome' | 'confidence'> & { marker: Marker | null }

/** Grows with each change of what is answered; what an earlier one answered may be replaced. */
export const CARRY_ALGORITHM = 1

/** Where each pin of a page is on its next version: sure only where no pixel differs. */
export async function carryPins(
  before: Raster,
  after: Raster,
  pins: readonly Marker[],
): Promise<CarriedPin[]> {
  const isSame = before.width === after.width && Buffer.compare(before.data, after.data) === 0
  return pins.map((marker) =>
    isSame
      ? { outcome: 'UNCHANGED', confidence: 'SURE', marker }
      : { outcome: 'CHANGED', confidence: 'UNSURE', marker },
  )
}
