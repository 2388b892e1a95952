import type { DecisionKind, RoundOutcome } from '@wingmark/contract/rounds'
import { dueWords } from '#web/lib/due'

/** On the buttons. */
export const decisionNames: Record<DecisionKind, string> = {
  APPROVED: 'Approve',
  APPROVED_WITH_CHANGES: 'Approve with changes',
  CHANGES_REQUESTED: 'Request changes',
}

/** What someone decided. */
export const decidedWords: Record<RoundOutcome, string> = {
  APPROVED: 'Approved',
  APPROVED_WITH_CHANGES: 'Approved with changes',
  CHANGES_REQUESTED: 'Requested changes',
  OPEN: 'No decision yet',
}

/** "Due Friday, 18:00". */
export function dueSentence({ endsAt, state }: { endsAt: string; state: string }): string | null {
  if (state === 'CLOSED') return null
  const { words, isOver } = dueWords(endsAt)
  return isOver ? `Was due ${words}` : `Due ${words}`
}

/** What the reader decided. */
export const ownWords: Record<RoundOutcome, string> = {
  APPROVED: 'You approved',
  APPROVED_WITH_CHANGES: 'You approved with changes',
  CHANGES_REQUESTED: 'You requested changes',
  OPEN: 'You decided about some files',
}
