import { type Found, fingerprintOf, inside, quoted } from '#server/modules/checks/rules/found'
import type { Judged } from '#server/modules/checks/rules/service'

/** One that was written twice: nothing that could become a word of somebody's own. */
const isDoubled = (word: string) => /\s/.test(word)

/** Words that no dictionary has, and that are one slip away from one that it has. */
export function findSpelling({ facts }: Judged): Found[] {
  return (facts.spelling?.found ?? []).map(({ word, better, line, box }) => ({
    rule: 'SPELLING',
    severity: 'MEDIUM',
    region: inside(box),
    words: line,
    ...(isDoubled(word) ? {} : { word }),
    says: `${word} → ${better}`,
    proposal: `Spelling: did you mean “${better}” instead of “${word}” in ${quoted(line)}?`,
    swatches: [],
    maybe: false,
    // The word alone: dismissed once, it is a word of this review.
    fingerprint: isDoubled(word) ? fingerprintOf('SPELLING', word, line) : fingerprintOf('SPELLING', word),
  }))
}
