import type { DecisionKind, ReviewRound, RoundOutcome, RoundState } from '@wingmark/contract/rounds'
import { canEditReview, isMember, type ReviewAccess } from '#server/modules/access/policy'

/** Decisions that count, added up over the files and people of a round. */
export type Tally = {
  files: number
  /** Approvals of the file that has the fewest. */
  least: number
  /** People whose approval the rule needs, and those who approve every file. */
  awaited: number
  approving: number
  /** People who ask for changes. */
  refusing: number
  withChanges: boolean
}

type Rule = { ruleKind: 'ALL' | 'AT_LEAST' | 'NAMED'; ruleCount: number }

/** What lists know of a round. */
export type RoundFacts = Rule & {
  id: string
  number: number
  state: RoundState
  /** Closed, or its end closes it. */
  isShut: boolean
  endsAt: string
  timeZone: string
  startedBy: string | null
  tally: Tally
  /** It names reviewers: nobody else decides. */
  isByName: boolean
  /** The accounts among them that may still decide. */
  asked: readonly string[]
}

/** Fails closed: without files, or with nobody left to wait for, nothing is approved. */
export function outcomeOf({ ruleKind, ruleCount }: Rule, tally: Tally): RoundOutcome {
  const enough = ruleKind === 'AT_LEAST' ? tally.least >= ruleCount : tally.approving === tally.awaited
  const isMet = enough && tally.files > 0 && (ruleKind === 'AT_LEAST' || tally.awaited > 0)
  if (isMet) return tally.withChanges ? 'APPROVED_WITH_CHANGES' : 'APPROVED'
  return tally.refusing > 0 ? 'CHANGES_REQUESTED' : 'OPEN'
}

/** How many of each kind a person gave to the current versions of `files` files. */
export type Given = Record<DecisionKind, number>

export function statusOf(given: Given, files: number): RoundOutcome {
  if (given.CHANGES_REQUESTED > 0) return 'CHANGES_REQUESTED'
  if (files === 0 || given.APPROVED + given.APPROVED_WITH_CHANGES < files) return 'OPEN'
  return given.APPROVED_WITH_CHANGES > 0 ? 'APPROVED_WITH_CHANGES' : 'APPROVED'
}

export function summaryOf(round: RoundFacts): Omit<ReviewRound, 'state'> & { state: RoundState } {
  const { id, number, timeZone, tally, ruleKind, ruleCount } = round
  const state = round.isShut ? 'CLOSED' : round.state
  const endsAt = new Date(round.endsAt)
  return {
    _id: id,
    number,
    state,
    endsAt: endsAt.toISOString(),
    timeZone,
    isOverdue: state === 'OPEN' && endsAt <= new Date(),
    outcome: outcomeOf(round, tally),
    counts: {
      approved: ruleKind === 'AT_LEAST' ? Math.min(tally.least, ruleCount) : tally.approving,
      needed: ruleKind === 'AT_LEAST' ? ruleCount : tally.awaited,
      changesRequested: tally.refusing,
    },
  }
}

/** For a review in a list or a room. */
export function presentReviewRound(round: RoundFacts | null): ReviewRound | null {
  if (!round) return null
  const { state, ...rest } = summaryOf(round)
  return { ...rest, state: state === 'OPEN' ? 'OPEN' : 'CLOSED' }
}

type Decidable = Pick<RoundFacts, 'state' | 'isShut' | 'isByName' | 'asked' | 'startedBy'>

/** Named reviewers alone, or everyone who may comment but the one who started it. Verified emails are another question. */
export function canDecide(round: Decidable | null, access: ReviewAccess): boolean {
  if (!round || round.state !== 'OPEN' || round.isShut) return false
  const { user } = access
  if (round.isByName) return user !== null && round.asked.includes(user)
  return access.mayDecide && (user === null || user !== round.startedBy)
}

export const canRunRounds = (access: ReviewAccess) => isMember(access) && canEditReview(access)
