import { roundsMax } from '@wingmark/contract/limits'
import { filesNotFound } from '@wingmark/contract/reviews'
import {
  type ChangeRoundBody,
  endIsPast,
  noReviewers,
  openIsNotDeleted,
  type Question,
  type Round,
  type StartRoundBody,
} from '@wingmark/contract/rounds'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import { lockReviewRow } from '#server/db/lock-review'
import type { Deps } from '#server/deps'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { askByAddress } from '#server/modules/rounds/emails/service'
import { dropLinks } from '#server/modules/rounds/links/store'
import { tellOfOpening } from '#server/modules/rounds/notices/service'
import { resetReminders } from '#server/modules/rounds/notices/store'
import { canRunRounds } from '#server/modules/rounds/policy'
import { readRound } from '#server/modules/rounds/service'
import { readReviewers } from '#server/modules/rounds/starting/reviewers'
import * as store from '#server/modules/rounds/starting/store'
import { closeRow, findOpenRound, type LockedRound, lockRound, openRow } from '#server/modules/rounds/store'
import { requireMailServer } from '#server/modules/rounds/verification/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

const wordsOf = (round: { number: number }) => `Round ${round.number}`

/** Throws FORBIDDEN, INVALID_FIELDS, and ROUND_OPEN beside another open one. */
export async function startRound(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  body: StartRoundBody,
  key: string | null,
): Promise<Round> {
  const access = await requireAbility(deps, caller, { review: reviewId }, canRunRounds)
  const { actor } = caller
  await deps.limits.consume({ roundByUser: actor.id })
  refuseIndependent(body.independent)
  requireMailServer(deps, body.verifiedOnly)
  await countAddresses(deps, actor.id, body.reviewers)
  const id = uuid()
  const { made, people } = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: id })
    if (earlier) return { made: earlier, people: [] }
    await lockReviewRow(tx, reviewId)
    requireFuture(body.endsAt)
    const { many, last } = await store.findNumbers(tx, reviewId)
    if (many >= roundsMax) throw invalidFields({ state: `A review can have at most ${roundsMax} rounds.` })
    await requireFiles(tx, reviewId, body.files)
    const asked = await readReviewers(tx, reviewId, body)
    const number = last + 1
    const { message, timeZone, closesAtEnd, independent, verifiedOnly } = body
    await store.insertRound(tx, {
      ...{ id, reviewId, number, state: 'DRAFT', message, timeZone, closesAtEnd, independent, verifiedOnly },
      endsAt: new Date(body.endsAt),
      ofAllFiles: body.files === undefined,
      ...ruleOf(body.rule),
      questions: withIds(body.questions),
      startedBy: actor.id,
    })
    await store.putFiles(tx, id, body.files ?? [])
    await store.putAsked(tx, id, asked)
    if (body.state === 'OPEN')
      return { made: id, people: await open(deps, tx, caller, { id, number, reviewId }, '') }
    await addEvents(tx, ofReview(reviewId), [{ event: 'round.changed', targetId: id }])
    return { made: id, people: [] }
  })
  signalSubject(deps, ofReview(reviewId))
  signalInboxes(deps, people)
  return readRound(deps, caller, access, made)
}

/** Throws FORBIDDEN, INVALID_FIELDS, ROUND_OPEN, ROUND_CLOSED. */
export async function changeRound(
  deps: Deps,
  caller: UserCaller,
  id: string,
  body: ChangeRoundBody,
): Promise<Round> {
  const access = await requireAbility(deps, caller, { round: id }, canRunRounds)
  const { reviewId } = access
  await deps.limits.consume({ roundByUser: caller.actor.id })
  refuseIndependent(body.independent)
  requireMailServer(deps, body.verifiedOnly)
  await countAddresses(deps, caller.actor.id, body.reviewers ?? [])
  const people = await deps.db.orm.transaction(async (tx) => {
    const round = await lock(tx, reviewId, id)
    const to = body.state !== undefined && body.state !== stateOf(round) ? body.state : null
    requireChangeable(round, body, to)
    await change(tx, round, body)
    const { reason = '' } = body
    if (to === 'OPEN') return open(deps, tx, caller, round, reason)
    if (to === 'CLOSED') await close(tx, caller, round, reason)
    else await noteChange(tx, caller, round)
    if (body.reviewers && round.state === 'OPEN') await askByAddress(deps, tx, id)
    return []
  })
  signalSubject(deps, ofReview(reviewId))
  signalInboxes(deps, people)
  return readRound(deps, caller, access, id)
}

/** Only drafts. Throws CONFLICT for others. */
export async function deleteRound(deps: Deps, caller: UserCaller, id: string): Promise<void> {
  const { reviewId } = await requireAbility(deps, caller, { round: id }, canRunRounds)
  await deps.db.orm.transaction(async (tx) => {
    await lock(tx, reviewId, id)
    if (!(await store.deleteDraft(tx, id))) throw new DomainError('CONFLICT', { message: openIsNotDeleted })
    await addEvents(tx, ofReview(reviewId), [{ event: 'review.updated', targetId: reviewId }])
  })
  signalSubject(deps, ofReview(reviewId))
}

/** Locks the review, then the round; closes it first where its end has passed and closes it. */
async function lock(tx: Transaction, reviewId: string, id: string): Promise<LockedRound> {
  await lockReviewRow(tx, reviewId)
  const round = await lockRound(tx, id)
  if (!round) throw notFound()
  if (round.state !== 'OPEN' || !round.isShut) return round
  await closeRow(tx, id, '')
  return { ...round, state: 'CLOSED' }
}

const stateOf = ({ state, isShut }: LockedRound) => (isShut ? 'CLOSED' : state)

const ofDrafts = ['files', 'rule', 'closesAtEnd', 'independent', 'verifiedOnly'] as const

function requireChangeable(round: LockedRound, body: ChangeRoundBody, to: 'OPEN' | 'CLOSED' | null): void {
  const state = stateOf(round)
  if (state === 'CLOSED' && to !== 'OPEN') throw new DomainError('ROUND_CLOSED')
  if (state === 'DRAFT' && to === 'CLOSED')
    throw invalidFields({ state: 'Only an open round can be closed.' })
  const locked = state === 'DRAFT' ? undefined : ofDrafts.find((field) => body[field] !== undefined)
  if (locked) throw invalidFields({ [locked]: 'Only a draft can change this.' })
  if (body.questions && round.hasAnswers)
    throw invalidFields({ questions: 'Someone has answered: the questions can’t change any more.' })
  if (body.endsAt !== undefined) requireFuture(body.endsAt)
  const endsAt = body.endsAt === undefined ? round.endsAt : new Date(body.endsAt)
  const needsTime = to === 'OPEN' && (state === 'DRAFT' || round.closesAtEnd)
  if (needsTime) requireFuture(endsAt.toISOString())
}

async function change(tx: Transaction, round: LockedRound, body: ChangeRoundBody): Promise<void> {
  const { id, reviewId } = round
  const { endsAt, timeZone, message, questions, files, rule, closesAtEnd, independent, verifiedOnly } = body
  await store.updateRound(tx, id, {
    ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(message === undefined ? {} : { message }),
    ...(questions === undefined ? {} : { questions: withIds(questions) }),
    ...(files === undefined ? {} : { ofAllFiles: files === null }),
    ...(rule === undefined ? {} : ruleOf(rule)),
    ...(closesAtEnd === undefined ? {} : { closesAtEnd }),
    ...(independent === undefined ? {} : { independent }),
    ...(verifiedOnly === undefined ? {} : { verifiedOnly }),
  })
  if (endsAt !== undefined) await resetReminders(tx, id)
  if (files !== undefined) {
    await requireFiles(tx, reviewId, files ?? undefined)
    await store.putFiles(tx, id, files ?? [])
  }
  if (rule !== undefined || body.reviewers !== undefined) await changePeople(tx, round, body)
}

type Named = StartRoundBody['reviewers']

async function changePeople(tx: Transaction, round: LockedRound, body: ChangeRoundBody): Promise<void> {
  const before = await store.listAsked(tx, round.id)
  const inputOf = (people: typeof before): Named =>
    people.map(({ user, email }) => (email === null ? { user: user ?? '' } : { email }))
  const reviewers = body.reviewers ?? inputOf(before)
  if (round.state === 'OPEN' && before.length > 0 && reviewers.length === 0)
    throw invalidFields({ reviewers: noReviewers })
  const needed = inputOf(before.filter(({ isNeeded }) => isNeeded))
  const kept = needed.filter((one) => reviewers.some((other) => isSame(one, other)))
  const rule = body.rule ?? ruleAgain(round, kept)
  await store.putAsked(tx, round.id, await readReviewers(tx, round.reviewId, { reviewers, rule }))
  await dropLinks(tx, round.id)
}

const isSame = (one: Named[number], other: Named[number]) => JSON.stringify(one) === JSON.stringify(other)

function ruleAgain({ ruleKind, ruleCount }: LockedRound, people: Named): StartRoundBody['rule'] {
  if (ruleKind === 'AT_LEAST') return { kind: 'AT_LEAST', count: ruleCount }
  if (ruleKind === 'ALL') return { kind: 'ALL' }
  if (people.length === 0) throw invalidFields({ reviewers: noReviewers })
  return { kind: 'NAMED', people }
}

type Chosen = Pick<LockedRound, 'id' | 'number' | 'reviewId'> & Partial<Pick<LockedRound, 'state'>>

/** Returns whom to signal after the commit. */
async function open(
  deps: Deps,
  tx: Transaction,
  { actor }: UserCaller,
  round: Chosen,
  reason: string,
): Promise<string[]> {
  const { id, reviewId } = round
  const other = await findOpenRound(tx, reviewId)
  if (other && !other.isShut) throw new DomainError('ROUND_OPEN', { existing: other.id })
  if (other) await closeRow(tx, other.id, '')
  await openRow(tx, id, reason)
  await resetReminders(tx, id)
  await tell(tx, reviewId, id)
  const action = round.state === 'CLOSED' ? 'ROUND_REOPENED' : 'ROUND_OPENED'
  await recordActivity(tx, {
    ...{ subject: ofReview(reviewId), actor, action, target: wordsOf(round) },
    ...(reason === '' ? {} : { after: reason }),
  })
  await askByAddress(deps, tx, id)
  return tellOfOpening(tx, id, actor)
}

async function close(tx: Transaction, { actor }: UserCaller, round: Chosen, reason: string): Promise<void> {
  const { id, reviewId } = round
  await closeRow(tx, id, reason)
  await tell(tx, reviewId, id)
  await recordActivity(tx, {
    ...{ subject: ofReview(reviewId), actor, action: 'ROUND_CLOSED', target: wordsOf(round) },
    ...(reason === '' ? {} : { after: reason }),
  })
}

async function noteChange(tx: Transaction, { actor }: UserCaller, round: LockedRound): Promise<void> {
  const subject = ofReview(round.reviewId)
  if (round.state === 'DRAFT') {
    await addEvents(tx, subject, [{ event: 'round.changed', targetId: round.id }])
    return
  }
  await tell(tx, round.reviewId, round.id)
  await recordActivity(tx, { subject, actor, action: 'ROUND_CHANGED', target: wordsOf(round) })
}

const tell = (tx: Transaction, reviewId: string, id: string) =>
  addEvents(tx, ofReview(reviewId), [
    { event: 'round.changed', targetId: id },
    { event: 'review.updated', targetId: reviewId },
  ])

const ruleOf = (rule: StartRoundBody['rule']) => ({
  ruleKind: rule.kind,
  ruleCount: rule.kind === 'AT_LEAST' ? rule.count : 0,
})

const withIds = (questions: StartRoundBody['questions']): Question[] =>
  questions.map((question) => ({
    _id: uuid(),
    ...question,
    choices: question.kind === 'CHOICE' ? question.choices : [],
  }))

function requireFuture(endsAt: string): void {
  if (Date.parse(endsAt) <= Date.now()) throw invalidFields({ endsAt: endIsPast })
}

async function requireFiles(
  tx: Transaction,
  reviewId: string,
  files: readonly string[] | undefined,
): Promise<void> {
  if (!files) return
  const distinct = new Set(files)
  if (distinct.size !== files.length) throw invalidFields({ files: 'The same file is listed twice.' })
  if ((await store.countFiles(tx, reviewId, files)) !== files.length)
    throw invalidFields({ files: filesNotFound })
}

function refuseIndependent(independent: boolean | undefined): void {
  if (independent) throw invalidFields({ independent: 'Rounds with independent eyes aren’t available yet.' })
}

/** Each may get an email, as by an invitation. Throws RATE_LIMITED. */
async function countAddresses(deps: Deps, user: string, reviewers: Named): Promise<void> {
  const emails = [...new Set(reviewers.flatMap((one) => ('email' in one ? one.email : [])))]
  if (emails.length === 0) return
  await deps.limits.consume({ reviewInvitesByUser: user }, emails.length)
  await Promise.all(emails.map((email) => deps.limits.consume({ reviewInvitesByRecipient: email })))
}
