import type * as contract from '@wingmark/contract/connection-profiles'
import { errorCatalogue } from '@wingmark/contract/errors'
import type { RouteBody } from '@wingmark/contract/route'
import { skillKey } from '@wingmark/contract/skills'
import { Username } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { wordsOf } from '#server/modules/connections/profiles/policy'
import { presentOwnProfile } from '#server/modules/connections/profiles/present'
import {
  changeProfile,
  findProfile,
  insertProfile,
  lockSome,
  type ProfileRow,
  removeProfile,
  setWords,
} from '#server/modules/connections/profiles/store'
import { isReachable } from '#server/modules/connections/requests/store'
import { settlePlan } from '#server/modules/subscriptions/service'
import { canHaveUsername, claimUsername } from '#server/modules/users/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'

export { exportProfile } from '#server/modules/connections/profiles/store'

export async function getOwnProfile(deps: Deps, actor: UserActor) {
  return presentOwnProfile(await requireProfile(deps, actor.id))
}

/** Grants Pilot in the same transaction. Throws CONFLICT for a second one, USERNAME_TAKEN. */
export async function createProfile(
  deps: Deps,
  actor: UserActor,
  body: RouteBody<typeof contract.createConnectionProfile>,
  idempotencyKey: string | null,
) {
  await deps.limits.consume({ profileByUser: actor.id })
  const { name: _name, email: _email, username, ...fields } = body
  await deps.db.orm.transaction(async (tx) => {
    const claim = { actor: actor.id, key: idempotencyKey, resultId: uuid() }
    if ((await claimIdempotencyKey(tx, claim)) !== null) return
    await claimUsername(tx, actor.id, username)
    const row = { userId: actor.id, ...fields, skillKeys: fields.skills.map(skillKey), words: [] }
    const isFirst = await insertProfile(tx, row)
    if (!isFirst) throw new DomainError('CONFLICT', { message: 'You already have a Connection Profile.' })
    await reindex(tx, { user: actor.id })
    await settlePlan(tx, actor.id)
  })
  return getOwnProfile(deps, actor)
}

/** Throws FORBIDDEN for others' profiles, NOT_FOUND for invisible ones, USERNAME_TAKEN. */
export async function updateProfile(
  deps: Deps,
  actor: UserActor,
  id: string,
  body: RouteBody<typeof contract.updateConnectionProfile>,
) {
  await requireOwn(deps, actor, id)
  await deps.limits.consume({ profileByUser: actor.id })
  const { name: _name, email: _email, username, ...fields } = body
  await deps.db.orm.transaction(async (tx) => {
    if (username !== undefined) await claimUsername(tx, actor.id, username)
    const skillKeys = fields.skills?.map(skillKey)
    await changeProfile(tx, actor.id, { ...fields, ...(skillKeys && { skillKeys }) })
    await reindex(tx, { user: actor.id })
  })
  return getOwnProfile(deps, actor)
}

/** Ends Pilot, too; deletes nothing else. */
export async function deleteProfile(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await requireOwn(deps, actor, id)
  await deps.limits.consume({ profileByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    if (await removeProfile(tx, actor.id)) await settlePlan(tx, actor.id)
  })
}

/** Does not reveal who has it. */
export async function checkUsername(deps: Deps, actor: UserActor, wanted: string) {
  await deps.limits.consume({ usernameCheckByUser: actor.id })
  const { data: username, error } = Username.safeParse(wanted)
  if (username === undefined)
    return { username: wanted, isFree: false, message: error?.issues[0]?.message ?? null }
  const isFree = await canHaveUsername(deps, actor.id, username)
  return { username, isFree, message: isFree ? null : errorCatalogue.USERNAME_TAKEN.message }
}

/** After a new name or username, so that search finds it. */
export async function reindex(tx: Transaction, { user }: { user: string }): Promise<void> {
  const row = await findProfile(tx, user)
  if (row) await setWords(tx, user, wordsOf(row))
}

/** The same for a batch of people, by id; returns the last id, null after the end. */
export async function reindexSome(tx: Transaction, after: string, limit: number): Promise<string | null> {
  const people = await lockSome(tx, after, limit)
  for (const user of people) await reindex(tx, { user })
  return people.at(-1) ?? null
}

/** Throws FORBIDDEN for others' visible profiles, NOT_FOUND for hidden or blocked ones. */
async function requireOwn(deps: Deps, actor: UserActor, id: string): Promise<void> {
  if (id !== actor.id) throw (await isReachable(deps.db.orm, actor.id, id)) ? forbidden() : notFound()
  await requireProfile(deps, id)
}

async function requireProfile(deps: Deps, id: string): Promise<ProfileRow> {
  const row = await findProfile(deps.db.orm, id)
  if (!row) throw notFound()
  return row
}
