import type { Carried, CarryOutcome } from '@wingmark/contract/markers'

const words: Record<CarryOutcome, string> = {
  UNCHANGED: 'Unchanged',
  MOVED: 'Moved',
  CHANGED: 'Changed',
  NOT_FOUND: 'Not found',
}

/** Beside the word: a shape that needs no colour. */
export const outcomeSigns: Record<CarryOutcome, string> = {
  UNCHANGED: '=',
  MOVED: '→',
  CHANGED: '≠',
  NOT_FOUND: '×',
}

/** What became of a comment's place. */
export function outcomeWords({ outcome, confidence, by }: Carried): string {
  if (outcome === 'NOT_FOUND') return by === 'PERSON' ? 'Gone' : words.NOT_FOUND
  return confidence === 'UNSURE' ? `${words[outcome]}, unsure` : words[outcome]
}
