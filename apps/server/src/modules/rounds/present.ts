import type { Question, Round, RoundDecision, RoundPerson } from '@wingmark/contract/rounds'
import { beginningOf } from '@wingmark/contract/shorten'
import { asShortAsNeeded, fitting } from '#server/http/pages'
import { mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import {
  canDecide,
  canRunRounds,
  type Given,
  type RoundFacts,
  statusOf,
  summaryOf,
} from '#server/modules/rounds/policy'

/** Of someone who was named by address and has not said their name. */
export const unknownName = 'Invited reviewer'

/** A person in a round, with how they decided about its files. */
export type PersonRow = Pick<
  RoundPerson,
  '_id' | 'kind' | 'user' | 'avatar' | 'isAsked' | 'isNeeded' | 'isGone'
> & {
  name: string | null
  email: string | null
  given: Given
  isOnOlder: boolean
  decidedAt: string | null
}

export type RoundRow = {
  id: string
  reviewId: string
  facts: RoundFacts
  message: string
  ofAllFiles: boolean
  closesAtEnd: boolean
  independent: boolean
  verifiedOnly: boolean
  questions: Question[]
  startedByName: string
  openedAt: Date | null
  closedAt: Date | null
  reason: string
  createdAt: Date
  files: Omit<Round['files'][number], 'outcome'>[]
  people: PersonRow[]
  /** The reader, where they are asked or decided. */
  person: string | null
  decisions: Round['mine']['decisions']
  answers: Round['mine']['answers']
  hasAnswers: boolean
  /** The reader's address is verified. */
  isVerified: boolean
}

const iso = (time: string) => new Date(time).toISOString()

export function presentPerson(row: PersonRow, files: number, access: ReviewAccess): RoundPerson {
  const { name, email, given, decidedAt, isOnOlder, ...rest } = row
  const isShown = email !== null && canRunRounds(access)
  return {
    ...rest,
    name: name ?? (isShown ? email : unknownName),
    ...(isShown ? { email } : {}),
    status: statusOf(given, files),
    isOnOlder: isOnOlder && mayReadEarlierVersions(access),
    decidedAt: decidedAt === null ? null : iso(decidedAt),
  }
}

function presentFile({ older, ...file }: RoundRow['files'][number], row: RoundRow, access: ReviewAccess) {
  const { approved, withChanges, changesRequested } = file
  const { ruleKind, ruleCount } = row.facts
  const needed = ruleKind === 'AT_LEAST' ? ruleCount : row.facts.tally.awaited
  const isMet = needed > 0 && approved >= needed
  const approval = withChanges > 0 ? ('APPROVED_WITH_CHANGES' as const) : ('APPROVED' as const)
  const refusal = changesRequested > 0 ? ('CHANGES_REQUESTED' as const) : ('OPEN' as const)
  return {
    ...file,
    older: mayReadEarlierVersions(access) ? older : 0,
    outcome: isMet ? approval : refusal,
  }
}

export function presentRound(row: RoundRow, access: ReviewAccess): Round {
  const { facts } = row
  const summary = summaryOf(facts)
  const runs = canRunRounds(access)
  const decides = canDecide(facts, access)
  const mine = row.people.find(({ _id }) => _id === row.person)
  const isOpen = summary.state === 'OPEN'
  return {
    ...summary,
    review: row.reviewId,
    message: row.message,
    rule: { kind: facts.ruleKind, count: facts.ruleCount },
    ofAllFiles: row.ofAllFiles,
    closesAtEnd: row.closesAtEnd,
    independent: row.independent,
    verifiedOnly: row.verifiedOnly,
    files: row.files.map((file) => presentFile(file, row, access)),
    questions: row.questions,
    people: row.people.map((person) => presentPerson(person, row.files.length, access)),
    startedBy: { _id: facts.startedBy, name: row.startedByName },
    openedAt: row.openedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    mine: {
      person: row.person,
      status: mine ? statusOf(mine.given, row.files.length) : 'OPEN',
      decisions: row.decisions.map((one) => ({ ...one, decidedAt: iso(one.decidedAt) })),
      answers: row.answers,
    },
    can: {
      decide: decides && (!row.verifiedOnly || row.isVerified),
      verify: decides && row.verifiedOnly && !row.isVerified,
      edit: runs && summary.state !== 'CLOSED',
      editQuestions: runs && summary.state !== 'CLOSED' && !row.hasAnswers,
      close: runs && isOpen,
      reopen: runs && summary.state === 'CLOSED',
      delete: runs && summary.state === 'DRAFT',
    },
  }
}

const shortened = (round: Round, letters: number): Round => ({
  ...round,
  files: round.files.map((file) => ({ ...file, name: beginningOf(file.name, letters) })),
  mine: {
    ...round.mine,
    decisions: round.mine.decisions.map((one) => ({ ...one, note: beginningOf(one.note, letters) })),
    answers: round.mine.answers.map((one) => ({ ...one, answer: beginningOf(one.answer, letters) })),
  },
})

/** Notes and names are cut first, then whole lists, until the rounds fit into a page. */
export function shortRounds(rounds: readonly Round[]): Round[] {
  const steps = [2_000, 200, 40]
  const letters = steps.find((most) => {
    const short = rounds.map((round) => shortened(round, most))
    return fitting(short).length === short.length
  })
  return asShortAsNeeded(
    rounds.map((round) => shortened(round, letters ?? 40)),
    (round, { many, cut }) => ({
      ...shortened(round, 40),
      message: cut(round.message),
      files: round.files.slice(0, many),
      people: round.people.slice(0, many),
      mine: { ...round.mine, decisions: round.mine.decisions.slice(0, many) },
    }),
  )
}

export type DecisionRow = Omit<RoundDecision, '_id' | 'name' | 'createdAt' | 'file'> & {
  id: string
  name: string | null
  fileId: string
  createdAt: Date
}

export const presentDecision = ({ id, name, fileId, createdAt, ...row }: DecisionRow): RoundDecision => ({
  ...row,
  _id: id,
  name: name ?? unknownName,
  file: fileId,
  createdAt: createdAt.toISOString(),
})
