import type { ReviewRound, RoundOutcome } from '@wingmark/contract/rounds'

/** What became of a round or a file. */
export const outcomeWords: Record<RoundOutcome, string> = {
  APPROVED: 'Approved',
  APPROVED_WITH_CHANGES: 'Approved with changes',
  CHANGES_REQUESTED: 'Changes requested',
  OPEN: 'Not decided',
}

/** "2 of 3 approved". */
export function countWords({
  state,
  outcome,
  counts: { approved, needed, changesRequested },
}: Pick<ReviewRound, 'outcome' | 'counts'> & { state: string }): string {
  if (state === 'CLOSED') return outcomeWords[outcome]
  const asked = changesRequested > 0 ? `, ${changesRequested} asked for changes` : ''
  return `${Math.min(approved, needed)} of ${needed} approved${asked}`
}
