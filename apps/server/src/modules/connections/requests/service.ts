import {
  alreadyAsked,
  alreadyConnected,
  type answerConnection,
  type askToConnect,
  type listConnections,
  notYourself,
  profileNeeded,
} from '@wingmark/contract/connections'
import { dayOf } from '@wingmark/contract/days'
import { connectADay, connectADayUnconfirmed } from '@wingmark/contract/limits'
import { commanderInvitation } from '@wingmark/contract/perks'
import { plans } from '@wingmark/contract/plans'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { asShortAsNeeded, pageOf } from '#server/http/pages'
import { decideAsking, isLive } from '#server/modules/connections/policy'
import { queryOf } from '#server/modules/connections/profiles/query'
import { presentConnection, shortCard } from '#server/modules/connections/requests/present'
import {
  type ConnectionRow,
  changeStatus,
  countSent,
  findConnection,
  findOfPair,
  findStanding,
  isReachable,
  listOf,
  listPairs,
  lockAsker,
  lockPair,
  notifyOf,
  putRequest,
  type Standing,
} from '#server/modules/connections/requests/store'
import { addUserEvents, type ReadUserEvents, signalInboxes } from '#server/modules/events/service'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

export { exportConnections } from '#server/modules/connections/requests/store'

const dayMs = 86_400_000

/** Throws INVALID_FIELDS for oneself, FORBIDDEN without a profile, NOT_FOUND, CONFLICT, PLAN_LIMIT, RATE_LIMITED. */
export async function sendRequest(
  deps: Deps,
  actor: UserActor,
  other: string,
  { note }: RouteBody<typeof askToConnect>,
  idempotencyKey: string | null,
) {
  if (other === actor.id) throw invalidFields({ id: notYourself })
  const standing = await requireProfile(deps, actor)
  await deps.limits.consume({ connectByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    const claim = { actor: actor.id, key: idempotencyKey, resultId: uuid() }
    const earlier = await claimIdempotencyKey(tx, claim)
    if (earlier !== null) return
    await lockAsker(tx, actor.id)
    await lockPair(tx, actor.id, other)
    if (!(await isReachable(tx, actor.id, other))) throw notFound()
    const kept = await findOfPair(tx, actor.id, other)
    const asking = decideAsking(kept, actor.id, new Date())
    if (asking.may === 'not')
      throw new DomainError('CONFLICT', {
        message: asking.why === 'CONNECTED' ? alreadyConnected : alreadyAsked,
      })
    if (asking.may === 'later') throw tooSoon(asking.from)
    if (asking.may === 'accept' && kept) {
      return accept(tx, actor, kept)
    }
    await requireBelowLimit(tx, actor, standing)
    await putRequest(tx, { id: claim.resultId, me: actor.id, other, note: note || null })
    await tell(tx, actor, other, 'CONNECTION_ASKED', `${actor.name} would like to connect`)
  })
  signalInboxes(deps, [actor.id, other])
  return presentPair(deps, actor, other)
}

export const countAsked = async (db: Queryable, userId: string): Promise<number> =>
  (await countSent(db, userId)).asked

/** Within the plan's connections and everyone's daily requests. */
async function requireBelowLimit(tx: Transaction, actor: UserActor, standing: Standing): Promise<void> {
  const { asked, today, oldest } = await countSent(tx, actor.id)
  const most = plans[standing.plan].connectionsMax
  if (most !== null && asked >= most) throw new DomainError('PLAN_LIMIT', { message: commanderInvitation })
  const aDay = standing.isConfirmed ? connectADay : connectADayUnconfirmed
  if (today < aDay) return
  const why = standing.isConfirmed ? '' : ' Confirm your email address to send more.'
  throw new DomainError('RATE_LIMITED', {
    message: `You can send ${aDay} requests a day.${why}`,
    retryAfterSeconds: Math.max(1, Math.ceil(((oldest?.getTime() ?? 0) + dayMs - Date.now()) / 1000)),
  })
}

const tooSoon = (from: Date) =>
  new DomainError('RATE_LIMITED', {
    message: `You can ask this person again from ${dayOf(from)}.`,
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - Date.now()) / 1000)),
  })

/** Throws NOT_FOUND for outsiders, FORBIDDEN for the sender, CONFLICT if already answered or gone. */
export async function answer(
  deps: Deps,
  actor: UserActor,
  id: string,
  { response }: RouteBody<typeof answerConnection>,
) {
  await deps.limits.consume({ connectByUser: actor.id })
  const standing = await findStanding(deps.db.orm, actor.id)
  const other = await deps.db.orm.transaction(async (tx) => {
    const kept = await findLive(tx, actor, id)
    if (kept.requesterId === actor.id) throw forbidden()
    if (standing?.isRestricted) throw isSuspended()
    if (response === 'ACCEPT') await accept(tx, actor, kept)
    else if (!(await changeStatus(tx, id, { from: ['PENDING'], to: 'DECLINED' }))) throw isGone()
    return kept.requesterId
  })
  signalInboxes(deps, [actor.id, other])
  return present(deps, actor, id)
}

async function accept(tx: Transaction, actor: UserActor, kept: ConnectionRow): Promise<void> {
  if (!(await changeStatus(tx, kept.id, { from: ['PENDING'], to: 'ACCEPTED' }))) throw isGone()
  await tell(tx, actor, kept.requesterId, 'CONNECTION_ACCEPTED', `You’re connected with ${actor.name}`)
}

const isGone = () => new DomainError('CONFLICT', { message: 'This request no longer exists.' })

/** Withdraws, declines or removes. Throws NOT_FOUND for outsiders and ended connections. */
export async function endConnection(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await deps.limits.consume({ connectByUser: actor.id })
  const other = await deps.db.orm.transaction(async (tx) => {
    const kept = await findLive(tx, actor, id)
    const isOwn = kept.requesterId === actor.id
    const isOver = { from: [kept.status], to: endOf(kept, isOwn) }
    if (!(await changeStatus(tx, id, isOver))) throw isGone()
    const notified = isOwn ? kept.addresseeId : kept.requesterId
    if (isOver.to !== 'DECLINED') await addUserEvents(tx, 'connection.updated', between(actor.id, notified))
    return notified
  })
  signalInboxes(deps, [actor.id, other])
}

function endOf({ status }: ConnectionRow, isOwn: boolean): 'REMOVED' | 'WITHDRAWN' | 'DECLINED' {
  if (status === 'ACCEPTED') return 'REMOVED'
  return isOwn ? 'WITHDRAWN' : 'DECLINED'
}

export async function listOwn(
  deps: Deps,
  actor: UserActor,
  { page, limit, search, sort, status, direction }: RouteQuery<typeof listConnections>,
) {
  const filter = {
    me: actor.id,
    status: status ?? null,
    direction: direction ?? null,
    words: queryOf(search ?? ''),
    sort: sort ?? '-createdAt',
  }
  const { rows, total } = await listOf(deps.db.orm, filter, { limit, offset: (page - 1) * limit })
  const presented = rows.map((row) => presentConnection(row, actor.id))
  const results = asShortAsNeeded(presented, ({ note, person, ...one }, to) => ({
    ...one,
    note: note && to.cut(note),
    person: shortCard(person, to),
  }))
  return pageOf(results, { page, limit }, total)
}

/** Requires a profile and no suspension. */
export async function requireProfile(deps: Deps, actor: UserActor): Promise<Standing> {
  const standing = await findStanding(deps.db.orm, actor.id)
  if (!standing?.hasProfile) throw new DomainError('FORBIDDEN', { message: profileNeeded })
  if (standing.isRestricted) throw isSuspended()
  return standing
}

const isSuspended = () =>
  new DomainError('FORBIDDEN', { message: 'The person who runs this server has suspended you.' })

/** Needs the lock on the pair. Throws NOT_FOUND for outsiders and ended connections. */
async function findLive(tx: Transaction, actor: UserActor, id: string): Promise<ConnectionRow> {
  const found = await findConnection(tx, actor.id, id)
  if (!found) throw notFound()
  await lockPair(tx, found.requesterId, found.addresseeId)
  const kept = await findConnection(tx, actor.id, id)
  if (!kept || !isLive(kept, actor.id, new Date())) throw notFound()
  return kept
}

/** The current state of the pair, which an earlier call with this key may have made. */
async function presentPair(deps: Deps, actor: UserActor, other: string) {
  const row = await findOfPair(deps.db.orm, actor.id, other)
  if (!row) throw notFound()
  return presentConnection(row, actor.id)
}

async function present(deps: Deps, actor: UserActor, id: string) {
  const row = await findConnection(deps.db.orm, actor.id, id)
  if (!row) throw notFound()
  return presentConnection(row, actor.id)
}

/** Notifies the other person, and sends events to both. */
async function tell(
  tx: Transaction,
  actor: UserActor,
  user: string,
  action: 'CONNECTION_ASKED' | 'CONNECTION_ACCEPTED',
  title: string,
): Promise<void> {
  const target = await notifyOf(tx, { user, action, title, by: actor.name, person: actor.id })
  await addUserEvents(tx, 'notification.created', [{ user, target }])
  await addUserEvents(tx, 'connection.updated', between(actor.id, user))
}

export const between = (one: string, other: string) => [
  { user: one, target: other },
  { user: other, target: one },
]

/** For the live stream: `target` is the other person. */
export const readConnectionUpdated: ReadUserEvents<'connection.updated'> = async (deps, notified) => {
  const found = await listPairs(deps.db.orm, notified)
  const byPair = new Map(found.map((row) => [`${row.reader} ${row.personId}`, row]))
  return (reader, target) => {
    const row = byPair.get(`${reader.id} ${target}`)
    if (!row || !isLive(row, reader.id, new Date())) return { user: target, status: 'NONE' }
    const { status } = presentConnection(row, reader.id)
    return { user: target, status: status === 'DECLINED' ? 'NONE' : status }
  }
}
