import type { Standing } from '@wingmark/contract/comments'
import type { HiddenSource } from '@wingmark/contract/tasks'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Ranks that have grown past this are given out anew for their whole column. */
const longestRank = 40

export type Placed = { id: string; rank: string }

/**
 * A rank between those of two neighbours in one column, of whom null is none. Null where none is short enough, or two
 * have met, as by one that came back: then the column's are given out anew.
 */
export function rankBetween(above: Placed | null, below: Placed | null): string | null {
  if (above !== null && below !== null && above.rank >= below.rank) return null
  const rank = generateKeyBetween(above?.rank ?? null, below?.rank ?? null)
  return rank.length <= longestRank ? rank : null
}

/** Short ranks for a whole column, in its order. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count)

type Assignee = { isAssigneeIn: boolean; isAssigneeInvited: boolean; hasAssigneeAsked: boolean }

/** What whoever sees the review of a task is told of its assignee there; only who may invite learns who is invited. */
export function standingOf({ isAssigneeIn, isAssigneeInvited }: Assignee, mayLetIn: boolean): Standing {
  if (isAssigneeIn) return 'IN'
  if (!mayLetIn) return 'OUTSIDE'
  return isAssigneeInvited ? 'INVITED' : 'TO_INVITE'
}

/** How the assignee gets into the review that they cannot open. */
export function entryOf({ isAssigneeInvited, hasAssigneeAsked }: Assignee): HiddenSource['entry'] {
  if (isAssigneeInvited) return 'INVITED'
  return hasAssigneeAsked ? 'ASKED' : 'TO_ASK'
}
