import { type Found, fingerprintOf, inside } from '#server/modules/checks/rules/found'
import type { Judged } from '#server/modules/checks/rules/service'

/** Pixels per inch that a picture needs at the size at which it is placed. */
const least = { SCREEN: 71, PRINT: 200 }

/** Pictures of a page that have too few pixels for their size. */
export function findLowResolution({ facts, takenFor: { medium } }: Judged): Found[] {
  return facts.images.flatMap(({ box, ppi }): Found[] => {
    const has = Math.round(ppi)
    if (has < 1 || has >= least[medium]) return []
    const need = medium === 'PRINT' ? `print needs ${least.PRINT}` : `a screen needs ${least.SCREEN + 1}`
    const place = [box.x, box.y, box.width, box.height].map((part) => part.toFixed(2))
    return [
      {
        rule: 'RESOLUTION',
        severity: has < least[medium] / 2 ? 'HIGH' : 'MEDIUM',
        region: inside(box),
        words: null,
        says: `${has} ppi at this size, ${need}`,
        proposal: `This picture will look blurred: it has ${has} ppi at this size, ${need}.`,
        swatches: [],
        maybe: false,
        fingerprint: fingerprintOf('RESOLUTION', has, ...place),
      },
    ]
  })
}
