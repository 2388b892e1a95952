import { decisionsMax, roundDecidersMax } from '@wingmark/contract/limits'
import {
  type DecideBody,
  newerVersion,
  noSuchVersion,
  notInRound,
  type Question,
  type Round,
} from '@wingmark/contract/rounds'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import { lockReviewRow } from '#server/db/lock-review'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { requireAccess, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import * as store from '#server/modules/rounds/deciding/store'
import { tellOfDecision } from '#server/modules/rounds/notices/service'
import { canDecide } from '#server/modules/rounds/policy'
import { readerOf, readRound } from '#server/modules/rounds/service'
import { type LockedRound, lockRound } from '#server/modules/rounds/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

/**
 * Records decisions about exactly the named versions, all or none. Throws VERSION_CHANGED for a newer one, ROUND_CLOSED,
 * EMAIL_UNVERIFIED, FORBIDDEN, INVALID_FIELDS.
 */
export async function decide(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  body: DecideBody,
  key: string | null,
): Promise<Round> {
  const access = await requireAccess(deps, caller, { round: id })
  const { actor } = caller
  await deps.limits.consumeWord(actor.id, access.reviewId)
  const subject = ofReview(access.reviewId)
  const people = await deps.db.orm.transaction(async (tx) => {
    if (await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: uuid() })) return []
    // Under this lock no version is added and no round closed.
    await lockReviewRow(tx, access.reviewId)
    const round = await lockRound(tx, id)
    if (!round || round.state === 'DRAFT') throw notFound()
    if (round.isShut) throw new DomainError('ROUND_CLOSED')
    if (!canDecide({ ...round.facts, isShut: false }, access)) throw forbidden()
    const decisions = await readDecisions(tx, round, body)
    const person = await readPerson(tx, { round, actor, access }, decisions.length)
    await writeAnswers(tx, { round, person }, body)
    const changed = await store.writeDecisions(tx, { round: id, person }, decisions)
    if (changed.length > 0) await note(tx, { access, actor, round }, { decisions, changed })
    await addEvents(tx, subject, [{ event: 'decision.made', targetId: id, parentId: person }])
    if (changed.length === 0) return []
    return tellOfDecision(tx, id, { actor, kinds: decisions.map(({ decision }) => decision) })
  })
  signalSubject(deps, subject)
  signalInboxes(deps, people)
  return readRound(deps, caller, access, id)
}

async function readDecisions(
  tx: Transaction,
  round: LockedRound,
  { files }: DecideBody,
): Promise<store.NewDecision[]> {
  const parts = await store.findParts(
    tx,
    round.id,
    files.map(({ file }) => file),
  )
  return files.map(({ file, version, decision, note }, n) => {
    const part = parts.find((one) => one.id === file)
    if (!part) throw invalidFields({ [`files.${n}.file`]: notInRound })
    if (version > part.lastVersion) throw invalidFields({ [`files.${n}.version`]: noSuchVersion })
    if (version !== part.version) throw versionChanged(file, version, part.version)
    const sha256 = part.sha256?.toString('hex') ?? null
    return { id: uuid(), file, name: part.name, version, sha256, decision, note }
  })
}

function versionChanged(file: string, seen: number, version: number): DomainError {
  const message = version > seen ? newerVersion(version) : `Version ${version} is the current one again.`
  return new DomainError('VERSION_CHANGED', { version, file, message })
}

type Deciding = { round: LockedRound; actor: WriterActor; access: ReviewAccess }

/** The decider's id in the round; new where they decide for the first time and were not asked by name. */
async function readPerson(
  tx: Transaction,
  { round, actor, access }: Deciding,
  more: number,
): Promise<string> {
  const reader = readerOf(actor, access)
  const { person, many, decided, isVerified } = await store.findDecider(tx, round.id, reader)
  if (round.verifiedOnly && !isVerified) throw new DomainError('EMAIL_UNVERIFIED')
  if (decided + more > decisionsMax)
    throw invalidFields({ files: 'You changed your decisions too often in this round.' })
  if (person !== null) {
    await store.bindPerson(tx, { id: person, name: actor.name, user: reader.user, guest: reader.guest })
    return person
  }
  if (round.facts.isByName) throw forbidden()
  if (many >= roundDecidersMax)
    throw invalidFields({ files: `At most ${roundDecidersMax} people can decide in a round.` })
  const id = uuid()
  const { user, guest } = reader
  await store.insertPerson(tx, { id, round: round.id, place: many + 1, user, guest })
  return id
}

async function writeAnswers(
  tx: Transaction,
  { round, person }: { round: LockedRound; person: string },
  { answers }: DecideBody,
): Promise<void> {
  const given = answers.map((one, n) => {
    const question = round.questions.find(({ _id }) => _id === one.question)
    if (!question)
      throw invalidFields({ [`answers.${n}.question`]: 'This question isn’t part of the round.' })
    return { id: uuid(), question: question._id, answer: fitting(question, one.answer, n) }
  })
  const known = await store.findAnswered(tx, person)
  const answered = new Set(
    [...known, ...given.filter(({ answer }) => answer !== '')].map(({ question }) => question),
  )
  const blank = given.find(({ answer, question }) => answer === '' && isNeeded(round, question))
  const missing = round.questions.find(
    ({ _id }) => blank?.question === _id || (isNeeded(round, _id) && !answered.has(_id)),
  )
  if (missing) throw invalidFields({ [`answers.${missing._id}`]: `Please answer: ${missing.text}` })
  if (given.length > 0) await store.writeAnswers(tx, { round: round.id, person }, given)
}

const isNeeded = ({ questions }: LockedRound, id: string) =>
  questions.some((question) => question._id === id && question.isNeeded)

/** Empty: no answer. */
function fitting({ kind, choices }: Question, answer: string, n: number): string {
  const said = answer.trim()
  const allowed = kind === 'YES_NO' ? ['YES', 'NO'] : kind === 'CHOICE' ? choices : null
  if (said !== '' && allowed && !allowed.includes(said))
    throw invalidFields({ [`answers.${n}.answer`]: `Choose one of: ${allowed.join(', ')}` })
  return said
}

type Written = {
  decisions: readonly store.NewDecision[]
  changed: Awaited<ReturnType<typeof store.writeDecisions>>
}

/** One entry for each kind of decision in the call. */
async function note(
  tx: Transaction,
  { access, actor }: Deciding,
  { decisions, changed }: Written,
): Promise<void> {
  for (const kind of new Set(decisions.map(({ decision }) => decision))) {
    const of = changed.filter(({ file }) =>
      decisions.some((one) => one.file === file && one.decision === kind),
    )
    const [first] = of
    if (!first) continue
    const only = decisions.find((one) => one.file === first.file)
    const target = of.length > 1 ? `${of.length} files` : `${only?.name}, version ${only?.version}`
    await recordActivity(tx, {
      ...{ subject: access.subject, actor, action: 'DECIDED', target, after: kind },
      ...(of.length === 1 && first.before !== null ? { before: first.before } : {}),
      ...(access.link ? { link: access.link.id } : {}),
    })
  }
}
