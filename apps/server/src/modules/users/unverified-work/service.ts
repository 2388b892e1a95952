import { plans } from '@wingmark/contract/plans'
import type { RouteBody } from '@wingmark/contract/route'
import { type UnverifiedCounts, unverifiedUndoDays } from '@wingmark/contract/unverified-work'
import type { answerUnverifiedWork as contract } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import type { Move, Which } from '#server/db/unverified-work'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { signalSubject, signalUser } from '#server/modules/events/service'
import { findUser, formerName, type UserRow } from '#server/modules/users/store'
import {
  deleteKeeper,
  findKeeper,
  insertKeeper,
  lockWithKeeper,
  setAsked,
} from '#server/modules/users/unverified-work/store'
import { DomainError } from '#server/platform/domain-error'

const dayMs = 86_400_000

/** Suspends what a stranger may have made in the account until its owner decides. Call inside the verification's transaction. */
export async function suspendUntilAnswered(deps: Deps, tx: Transaction, userId: string): Promise<void> {
  if (!(await hasAny(deps, tx, userId))) return
  for (const part of deps.parts.unverifiedWork) await part.rest?.(tx, userId, true)
  await setAsked(tx, userId, true)
}

/** Signals every open page that sessions have ended and reviews are suspended. */
export async function signalAfterVerification(deps: Deps, userId: string): Promise<void> {
  signalUser(deps, userId)
  for (const part of deps.parts.unverifiedWork)
    for (const subject of (await part.resting?.(deps.db, userId)) ?? []) signalSubject(deps, subject)
}

/** Throws CONFLICT without a question or anything to undo; STORAGE_FULL without room for restored work. */
export async function answerUnverifiedWork(
  deps: Deps,
  actor: UserActor,
  { answer }: RouteBody<typeof contract>,
) {
  await deps.db.orm.transaction(async (tx) => {
    // In everyone's lock order: reviews, then the user.
    for (const part of deps.parts.unverifiedWork) await part.lock?.(tx, actor.id)
    await lockWithKeeper(tx, actor.id)
    const user = await findUser(tx, actor.id)
    if (!user) throw new DomainError('UNAUTHENTICATED')
    if (answer === 'UNDO') await putBack(deps, tx, user)
    else if (user.unverifiedAskedAt === null) throw new DomainError('CONFLICT')
    else if (answer === 'REMOVE') await remove(deps, tx, user.id)
    else await resume(deps, tx, user.id)
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
  await resume(deps, tx, user.id)
}

async function moveAll(deps: Deps, tx: Transaction, move: Move): Promise<void> {
  for (const part of deps.parts.unverifiedWork) await part.move(tx, move)
}

async function resume(deps: Deps, tx: Transaction, userId: string): Promise<void> {
  for (const part of deps.parts.unverifiedWork) await part.rest?.(tx, userId, false)
}

async function hasAny(deps: Deps, tx: Transaction, user: string): Promise<boolean> {
  for (const part of deps.parts.unverifiedWork) if (await part.exists?.(tx, user)) return true
  return Object.values(await countAll(deps, tx, user, 'all')).some((count) => count > 0)
}

async function countAll(deps: Deps, db: Queryable, user: string, which: Which): Promise<UnverifiedCounts> {
  const sum = { reviews: 0, files: 0, words: 0, workspaces: 0, deliveries: 0, people: 0, profiles: 0 }
  for (const part of deps.parts.unverifiedWork) {
    const found = await part.count?.(db, user, which)
    for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += found?.[kind] ?? 0
  }
  return sum
}

/** For the profile: what is still asked, or can still be undone. */
export async function describeUnverifiedWork(deps: Deps, user: UserRow) {
  const { orm } = deps.db
  if (user.unverifiedAskedAt !== null) {
    const counts = await countAll(deps, orm, user.id, 'earlier')
    const links: string[] = []
    for (const part of deps.parts.unverifiedWork) links.push(...((await part.links?.(orm, user.id)) ?? []))
    return { state: 'ASKED' as const, ...counts, undoUntil: null, links }
  }
  const keeper = await findKeeper(orm, user.id)
  if (!keeper) return null
  const undoUntil = new Date(keeper.since.getTime() + unverifiedUndoDays * dayMs).toISOString()
  return { state: 'REMOVED' as const, ...(await countAll(deps, orm, keeper.id, 'all')), undoUntil, links: [] }
}
