import type { Standing } from '@wingmark/contract/comments'
import type { HiddenSource } from '@wingmark/contract/tasks'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** A longer rank makes its whole column get new ranks. */
const longestRank = 40

export type Placed = { id: string; rank: string }

/** A rank between two neighbours, null for none. Null if too long or the neighbours collide: then renumber the column. */
export function rankBetween(above: Placed | null, below: Placed | null): string | null {
  if (above !== null && below !== null && above.rank >= below.rank) return null
  const rank = generateKeyBetween(above?.rank ?? null, below?.rank ?? null)
  return rank.length <= longestRank ? rank : null
}

/** Short ranks for a whole column, in order. */
export const freshRanks = (count: number): string[] => generateNKeysBetween(null, null, count)

type Assignee = { isAssigneeIn: boolean; isAssigneeInvited: boolean; hasAssigneeAsked: boolean }

/** What viewers of a task's review learn about its assignee; only those who may invite see invitations. */
export function standingOf({ isAssigneeIn, isAssigneeInvited }: Assignee, mayLetIn: boolean): Standing {
  if (isAssigneeIn) return 'IN'
  if (!mayLetIn) return 'OUTSIDE'
  return isAssigneeInvited ? 'INVITED' : 'TO_INVITE'
}

/** How the assignee gets access to a review that they cannot open. */
export function entryOf({ isAssigneeInvited, hasAssigneeAsked }: Assignee): HiddenSource['entry'] {
  if (isAssigneeInvited) return 'INVITED'
  return hasAssigneeAsked ? 'ASKED' : 'TO_ASK'
}
