import type { Region } from '@wingmark/contract/checks'
import { type Found, fingerprintOf, inside } from '#server/modules/checks/rules/found'
import { unitOf } from '#server/modules/checks/rules/measure'
import type { Judged } from '#server/modules/checks/rules/service'

/** Pixels per inch that a picture needs at its placed size. */
const least = { SCREEN: 71, PRINT: 200 }

const whole: Region = { x: 0, y: 0, width: 1, height: 1 }
const pointsPerInch = 72

/** Pictures in a page, or a picture for print itself once its printed size is known. */
function imagesOf(judged: Judged): { box: Region | null; ppi: number }[] {
  const { kind, facts, takenFor } = judged
  if (kind === 'PDF' || takenFor.medium === 'SCREEN') return facts.images
  const perPoint = unitOf(judged)
  return perPoint === null ? [] : [{ box: null, ppi: perPoint * pointsPerInch }]
}

/** Pictures with too few pixels for their size. */
export function findLowResolution(judged: Judged): Found[] {
  const { medium } = judged.takenFor
  return imagesOf(judged).flatMap(({ box, ppi }): Found[] => {
    const has = Math.round(ppi)
    if (has < 1 || has >= least[medium]) return []
    const need = medium === 'PRINT' ? `print needs ${least.PRINT}` : `a screen needs ${least.SCREEN + 1}`
    const { x, y, width, height } = box ?? whole
    const place = [x, y, width, height].map((part) => part.toFixed(2))
    return [
      {
        rule: 'RESOLUTION',
        severity: has < least[medium] / 2 ? 'HIGH' : 'MEDIUM',
        region: box && inside(box),
        words: null,
        says: `${has} ppi at this size, ${need}`,
        proposal: `This image will look blurred: it has ${has} ppi at this size, ${need}.`,
        swatches: [],
        maybe: false,
        fingerprint: fingerprintOf('RESOLUTION', has, ...place),
      },
    ]
  })
}
