import {
  certain,
  type Found,
  fingerprintOfWords,
  inside,
  quoted,
  short,
} from '#server/modules/checks/rules/found'
import { unitOf } from '#server/modules/checks/rules/measure'
import type { Judged } from '#server/modules/checks/rules/service'

const least = { SCREEN: 12, PRINT: 6 }
/** Sizes in pictures are measured, not read, so a slight miss is ignored. */
const slack = { PDF: { SCREEN: 0.05, PRINT: 0.05 }, IMAGE: { SCREEN: 0.8, PRINT: 0.5 } }

/** Anything smaller, or with fewer letters, is texture mistaken for a word. */
const leastRead = { SCREEN: 4, PRINT: 2, letters: 3 }

/** Text below 12 px on a screen at 1×, or below 6 points on paper. */
export function findSmallText(judged: Judged): Found[] {
  const { kind, facts, takenFor } = judged
  const { medium } = takenFor
  const unit = unitOf(judged)
  if (unit === null) return []
  return facts.texts.flatMap((text): Found[] => {
    const size = text.size / unit
    if (size <= 0 || size >= least[medium] - slack[kind][medium]) return []
    const isTexture = kind === 'IMAGE' && (size < leastRead[medium] || text.words.length < leastRead.letters)
    if (isTexture) return []
    const reading = medium === 'PRINT' ? `${short(size)} pt in print` : `${short(size)} px at 1×`
    const need = medium === 'PRINT' ? `${least.PRINT} pt` : `${least.SCREEN} px`
    const maybe = text.certainty < certain
    return [
      {
        rule: 'TEXT_SIZE',
        severity: size < least[medium] * 0.75 ? 'HIGH' : 'MEDIUM',
        region: inside(text.box),
        words: text.words,
        says: `${reading}, needs ${need}`,
        proposal: `${quoted(text.words)} ${maybe ? 'may be' : 'is'} too small: ${reading}. Use at least ${need}.`,
        swatches: [],
        maybe,
        fingerprint: fingerprintOfWords(kind, 'TEXT_SIZE', text.words, { measured: [Math.round(size)] }),
      },
    ]
  })
}
