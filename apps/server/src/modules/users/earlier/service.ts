import { earlierUndoDays } from '@wingmark/contract/earlier'
import { plans } from '@wingmark/contract/plans'
import type { RouteBody } from '@wingmark/contract/route'
import type { answerEarlier as contract } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'
import { wakeSubject, wakeUser } from '#server/modules/events/service'
import {
  countThings,
  deleteKeeper,
  findKeeper,
  hasMadeThings,
  insertKeeper,
  listResting,
  lockWithReviews,
  moveThings,
  putToRest,
  setAsked,
  wakeFromRest,
} from '#server/modules/users/earlier/store'
import { findUser, formerName, type UserRow } from '#server/modules/users/store'
import { DomainError } from '#server/platform/domain-error'

const dayMs = 86_400_000

/**
 * The address was proved by somebody who may not have made what is in the account: it rests until they have said what
 * becomes of it. Call inside the transaction of the proof.
 */
export async function restUntilAnswered(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasMadeThings(tx, userId))) return
  await putToRest(tx, userId)
  await setAsked(tx, userId, true)
}

/** Tells every open page that sessions have ended, and that reviews rest. */
export async function wakeAfterProof(deps: Deps, userId: string): Promise<void> {
  wakeUser(deps, userId)
  for (const id of await listResting(deps.db, userId)) wakeSubject(deps, ofReview(id))
}

/** Throws CONFLICT where nothing is asked, or nothing can be undone; STORAGE_FULL where what comes back has no room. */
export async function answerEarlier(deps: Deps, actor: UserActor, { answer }: RouteBody<typeof contract>) {
  await deps.db.orm.transaction(async (tx) => {
    await lockWithReviews(tx, actor.id)
    const user = await findUser(tx, actor.id)
    if (!user) throw new DomainError('UNAUTHENTICATED')
    if (answer === 'UNDO') await putBack(tx, user)
    else if (user.earlierAskedAt === null) throw new DomainError('CONFLICT')
    else if (answer === 'REMOVE') await remove(tx, user.id)
    else await wakeFromRest(tx, user.id)
    await setAsked(tx, user.id, false)
  })
  wakeUser(deps, actor.id)
}

async function remove(tx: Transaction, userId: string): Promise<void> {
  const id = uuid()
  await insertKeeper(tx, { id, keptFor: userId, name: formerName })
  await moveThings(tx, { from: userId, to: id, which: 'earlier' })
}

async function putBack(tx: Transaction, user: UserRow): Promise<void> {
  const keeper = await findKeeper(tx, user.id)
  if (!keeper) throw new DomainError('CONFLICT')
  if (user.usedBytes + keeper.usedBytes > plans[user.plan].storageBytes + user.extraStorageBytes)
    throw new DomainError('STORAGE_QUOTA')
  await moveThings(tx, { from: keeper.id, to: user.id, which: 'all' })
  await deleteKeeper(tx, keeper.id)
  await wakeFromRest(tx, user.id)
}

/** What is still asked, or can still be undone; for the profile. */
export async function describeEarlier(deps: Deps, user: UserRow) {
  const { orm } = deps.db
  if (user.earlierAskedAt !== null) {
    const counts = await countThings(orm, user.id, 'earlier')
    return { state: 'ASKED' as const, ...counts, undoUntil: null }
  }
  const keeper = await findKeeper(orm, user.id)
  if (!keeper) return null
  const undoUntil = new Date(keeper.since.getTime() + earlierUndoDays * dayMs).toISOString()
  return { state: 'REMOVED' as const, ...(await countThings(orm, keeper.id, 'all')), undoUntil }
}
