import { plans } from '@wingmark/contract/plans'
import type { RouteBody } from '@wingmark/contract/route'
import { type UnverifiedCounts, unverifiedUndoDays } from '@wingmark/contract/unverified-work'
import type { answerUnverifiedWork as contract } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'
import { signalSubject, signalUser } from '#server/modules/events/service'
import type { Move, Which } from '#server/modules/users/sql'
import { findUser, formerName, type UserRow } from '#server/modules/users/store'
import {
  countThings,
  deleteKeeper,
  findKeeper,
  hasMadeThings,
  insertKeeper,
  listResting,
  listRestingLinks,
  lockWithReviews,
  moveThings,
  resumeWork,
  setAsked,
  suspendWork,
} from '#server/modules/users/unverified-work/store'
import { DomainError } from '#server/platform/domain-error'

const dayMs = 86_400_000

/** Suspends what a stranger may have made in the account until its owner decides. Call inside the verification's transaction. */
export async function suspendUntilAnswered(deps: Deps, tx: Transaction, userId: string): Promise<void> {
  const others = Object.values(await countOthers(deps, tx, userId, 'all'))
  if (!(await hasMadeThings(tx, userId)) && others.every((count) => count === 0)) return
  await suspendWork(tx, userId)
  for (const part of partsOf(deps)) await part.rest?.(tx, userId, true)
  await setAsked(tx, userId, true)
}

/** Signals every open page that sessions have ended and reviews are suspended. */
export async function signalAfterVerification(deps: Deps, userId: string): Promise<void> {
  signalUser(deps, userId)
  for (const id of await listResting(deps.db, userId)) signalSubject(deps, ofReview(id))
  for (const part of partsOf(deps))
    for (const subject of (await part.resting?.(deps.db, userId)) ?? []) signalSubject(deps, subject)
}

/** Throws CONFLICT without a question or anything to undo; STORAGE_FULL without room for restored work. */
export async function answerUnverifiedWork(
  deps: Deps,
  actor: UserActor,
  { answer }: RouteBody<typeof contract>,
) {
  await deps.db.orm.transaction(async (tx) => {
    await lockWithReviews(tx, actor.id)
    const user = await findUser(tx, actor.id)
    if (!user) throw new DomainError('UNAUTHENTICATED')
    if (answer === 'UNDO') await putBack(deps, tx, user)
    else if (user.unverifiedAskedAt === null) throw new DomainError('CONFLICT')
    else if (answer === 'REMOVE') await remove(deps, tx, user.id)
    else await signalAll(deps, tx, user.id)
    await setAsked(tx, user.id, false)
  })
  signalUser(deps, actor.id)
}

async function remove(deps: Deps, tx: Transaction, userId: string): Promise<void> {
  const id = uuid()
  await insertKeeper(tx, { id, keptFor: userId, name: formerName })
  await moveAll(deps, tx, { from: userId, to: id, which: 'earlier' })
}

async function putBack(deps: Deps, tx: Transaction, user: UserRow): Promise<void> {
  const keeper = await findKeeper(tx, user.id)
  if (!keeper) throw new DomainError('CONFLICT')
  if (user.usedBytes + keeper.usedBytes > plans[user.plan].storageBytes + user.extraStorageBytes)
    throw new DomainError('STORAGE_QUOTA')
  await moveAll(deps, tx, { from: keeper.id, to: user.id, which: 'all' })
  await deleteKeeper(tx, keeper.id)
  await signalAll(deps, tx, user.id)
}

async function moveAll(deps: Deps, tx: Transaction, move: Move): Promise<void> {
  await moveThings(tx, move)
  for (const part of partsOf(deps)) await part.move(tx, move)
}

async function signalAll(deps: Deps, tx: Transaction, userId: string): Promise<void> {
  await resumeWork(tx, userId)
  for (const part of partsOf(deps)) await part.rest?.(tx, userId, false)
}

const partsOf = ({ modules }: Deps) => modules.flatMap(({ earlier }) => earlier ?? [])

async function countOthers(deps: Deps, db: Queryable, user: string, which: Which) {
  const sum = { workspaces: 0, deliveries: 0, people: 0, profiles: 0 }
  for (const part of partsOf(deps)) {
    const found = await part.count?.(db, user, which)
    for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += found?.[kind] ?? 0
  }
  return sum
}

async function countAll(deps: Deps, user: string, which: Which): Promise<UnverifiedCounts> {
  const { orm } = deps.db
  return { ...(await countThings(orm, user, which)), ...(await countOthers(deps, orm, user, which)) }
}

/** For the profile: what is still asked, or can still be undone. */
export async function describeUnverifiedWork(deps: Deps, user: UserRow) {
  const { orm } = deps.db
  if (user.unverifiedAskedAt !== null) {
    const counts = await countAll(deps, user.id, 'earlier')
    const links = await listRestingLinks(orm, user.id)
    return { state: 'ASKED' as const, ...counts, undoUntil: null, links }
  }
  const keeper = await findKeeper(orm, user.id)
  if (!keeper) return null
  const undoUntil = new Date(keeper.since.getTime() + unverifiedUndoDays * dayMs).toISOString()
  return { state: 'REMOVED' as const, ...(await countAll(deps, keeper.id, 'all')), undoUntil, links: [] }
}
