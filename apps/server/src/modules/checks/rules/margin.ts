import type { Region } from '@wingmark/contract/checks'
import {
  certain,
  type Found,
  fingerprintOfWords,
  inside,
  quoted,
  short,
} from '#server/modules/checks/rules/found'
import { isCutUnknown, millimetres, unitOf } from '#server/modules/checks/rules/measure'
import type { Judged } from '#server/modules/checks/rules/service'

const leastMm = 5
const leastPx = 16
const whole: Region = { x: 0, y: 0, width: 1, height: 1 }
const sides = ['left', 'top', 'right', 'bottom'] as const

/** Text closer than 5 mm to the trim edge, or than 16 px to the edge of a screen. */
export function findNarrowMargins(judged: Judged): Found[] {
  const { kind, facts, takenFor } = judged
  const isPrint = takenFor.medium === 'PRINT'
  const perUnit = unitOf(judged)
  if (perUnit === null || isCutUnknown(facts, takenFor)) return []
  const edge = (isPrint ? facts.trim : null) ?? whole
  const { width, height } = facts.size
  return facts.texts.flatMap(({ box, words, certainty }): Found[] => {
    const gaps = [
      (box.x - edge.x) * width,
      (box.y - edge.y) * height,
      (edge.x + edge.width - box.x - box.width) * width,
      (edge.y + edge.height - box.y - box.height) * height,
    ]
    const nearest = Math.min(...gaps)
    const gap = isPrint ? millimetres(nearest / perUnit) : nearest / perUnit
    const [least, unit] = isPrint ? [leastMm, 'mm'] : [leastPx, 'px']
    // Lists that continue below the screen, and deliberately cut text, are no mistakes.
    const isCut = nearest <= (isPrint ? -Math.max(width, height) : 1)
    if (gap >= least - 0.05 || isCut) return []
    const from = facts.trim && isPrint ? 'the trim' : `the ${sides[gaps.indexOf(nearest)]} edge`
    const reading = `${short(Math.max(0, gap))} ${unit} from ${from}`
    const maybe = certainty < certain
    return [
      {
        rule: 'MARGIN',
        severity: gap < least / 2 ? 'HIGH' : 'MEDIUM',
        region: inside(box),
        words,
        says: `${reading}, needs ${least}`,
        proposal: `${quoted(words)} ${maybe ? 'may be' : 'is'} ${reading}. Keep at least ${least} ${unit}.`,
        swatches: [],
        maybe,
        fingerprint: fingerprintOfWords(kind, 'MARGIN', words, { measured: [Math.round(gap)] }),
      },
    ]
  })
}
