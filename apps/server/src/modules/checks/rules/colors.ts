import { type ColorVision, colorVisions } from '@wingmark/contract/color-vision'
import { rgbOf } from '@wingmark/contract/contrast'
import { type Found, fingerprintOf, inside } from '#server/modules/checks/rules/found'
import type { Judged } from '#server/modules/checks/rules/service'
import { distance, oklab, seenBy } from '#server/platform/media/oklab'

/** Closer than this, two colours look alike to everyone. */
const clearlyApart = 0.14
const alike = 0.05
const most = 5
const names: Record<ColorVision, string> = {
  PROTAN: 'protanopia',
  DEUTAN: 'deuteranopia',
  TRITAN: 'tritanopia',
}

/** Adjacent areas that most people tell apart and some cannot. */
export function findColorsAlike({ facts }: Judged): Found[] {
  const found = facts.neighbours.flatMap(({ colors, box }): Found[] => {
    const [one, other] = [rgbOf(colors[0]), rgbOf(colors[1])]
    if (distance(oklab(one), oklab(other)) < clearlyApart) return []
    const visions = colorVisions.filter(
      (vision) => distance(oklab(seenBy(vision, one)), oklab(seenBy(vision, other))) < alike,
    )
    if (visions.length === 0) return []
    const who = visions.map((vision) => names[vision]).join(' and ')
    const isRare = visions.every((vision) => vision === 'TRITAN')
    return [
      {
        rule: 'COLORS',
        severity: isRare ? 'LOW' : 'MEDIUM',
        region: inside(box),
        words: null,
        says: `Look the same with ${who}`,
        proposal: `These two colours look the same with ${who}. Use more than hue to tell them apart.`,
        swatches: [...colors],
        maybe: false,
        fingerprint: fingerprintOf('COLORS', ...colors.toSorted()),
      },
    ]
  })
  return found.slice(0, most)
}
