import type { DecisionMade, Round, RoundChanged } from '@wingmark/contract/rounds'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { cut, cutToFit, pageOf, readIdCursor } from '#server/http/pages'
import { mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { canRunRounds, presentReviewRound, summaryOf } from '#server/modules/rounds/policy'
import {
  presentDecision,
  presentPerson,
  presentRound,
  type RoundRow,
  shortRounds,
} from '#server/modules/rounds/present'
import { findRounds, listDecisionRows, listRoundRows, type Reader } from '#server/modules/rounds/store'
import { notFound } from '#server/platform/domain-error'

/** Each has up to 500 files and 100 people. */
const roundsAtOnce = 10

export const readerOf = (actor: Actor): Reader => ({
  user: actor.kind === 'user' ? actor.id : null,
  guest: actor.kind === 'guest' ? actor.id : null,
})

/** For someone who may see it; checks no more. */
export async function readRound(
  deps: Deps,
  { actor }: Caller,
  access: ReviewAccess,
  id: string,
): Promise<Round> {
  const [row] = await findRounds(deps.db, [id], readerOf(actor))
  if (!row) throw notFound()
  const [round] = shortRounds([presentRound(row, access)])
  if (!round) throw notFound()
  return round
}

export async function listRounds(
  deps: Deps,
  caller: Caller,
  reviewId: string,
  { page, ...query }: { page: number; limit: number },
) {
  const access = await requireAccess(deps, caller, { review: reviewId })
  const limit = Math.min(query.limit, roundsAtOnce)
  const { rows, total } = await listRoundRows(deps.db, {
    ...readerOf(caller.actor),
    ...{ review: reviewId, drafts: canRunRounds(access), limit, offset: (page - 1) * limit },
  })
  return pageOf(shortRounds(rows.map((row) => presentRound(row, access))), { page, limit }, total)
}

type DecisionQuery = {
  cursor?: string | undefined
  limit: number
  file?: string | undefined
  person?: string | undefined
}

/** With every change, newest first. */
export async function listDecisions(deps: Deps, caller: Caller, round: string, query: DecisionQuery) {
  const cursor = readIdCursor(query.cursor)
  const access = await requireAccess(deps, caller, { round })
  const { limit, file = null, person = null } = query
  const onlyCurrent = !mayReadEarlierVersions(access)
  const asked = { round, file, person, cursor, limit: limit + 1, onlyCurrent }
  const rows = await listDecisionRows(deps.db, asked)
  const cursorOf = ({ id }: (typeof rows)[number]) => id
  const read = cut(rows, limit, cursorOf)
  return cutToFit(read, read.shown.map(presentDecision), cursorOf)
}

/** For live events: for no particular reader. */
export const readRounds = (deps: Deps, ids: readonly string[]): Promise<RoundRow[]> =>
  findRounds(deps.db, [...new Set(ids)], { user: null, guest: null })

/** Null for those who do not see drafts. */
export function presentChange(row: RoundRow, access: ReviewAccess): RoundChanged | null {
  const { _id, number, state, endsAt } = summaryOf(row.facts)
  if (state === 'DRAFT' && !canRunRounds(access)) return null
  return { _id, review: row.reviewId, number, state, endsAt }
}

export function presentMade(
  row: RoundRow,
  personId: string | null,
  access: ReviewAccess,
): DecisionMade | null {
  const person = row.people.find(({ _id }) => _id === personId)
  const round = presentReviewRound(row.facts)
  if (!person || !round) return null
  const { _id, name, status, decidedAt } = presentPerson(person, row.files.length, access)
  return { _id: row.id, round, person: { _id, name, status, decidedAt } }
}
