import type { Carried, CarryOutcome } from '@wingmark/contract/markers'

const words: Record<CarryOutcome, string> = {
  UNCHANGED: 'Unchanged',
  MOVED: 'Moved',
  CHANGED: 'Changed',
  NOT_FOUND: 'Not found',
}

/** What became of a comment's place. */
export function outcomeWords({ outcome, confidence, by }: Carried): string {
  if (outcome === 'NOT_FOUND') return by === 'PERSON' ? 'Gone' : words.NOT_FOUND
  return confidence === 'UNSURE' ? `${words[outcome]}, place unsure` : words[outcome]
}
