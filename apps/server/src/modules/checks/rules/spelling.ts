import { type Found, fingerprintOf, inside, quoted } from '#server/modules/checks/rules/found'
import type { Judged } from '#server/modules/checks/rules/service'

/** A word written twice, which no dictionary should learn. */
const isDoubled = (word: string) => /\s/.test(word)

/** Words in no dictionary that are one typo away from a known word. */
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
    // The word alone: once dismissed, it is accepted in this review.
    fingerprint: isDoubled(word) ? fingerprintOf('SPELLING', word, line) : fingerprintOf('SPELLING', word),
  }))
}
