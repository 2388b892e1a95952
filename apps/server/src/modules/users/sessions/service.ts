import { v7 as uuid } from 'uuid'
import type { Queryable } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import type { SignedAddress } from '#server/http/signed-address'
import { signalUser } from '#server/modules/events/service'
import { makeDeviceToken } from '#server/modules/users/devices/service'
import { presentUser } from '#server/modules/users/present'
import {
  claimGuest,
  deleteOtherSessions,
  deleteSessions,
  findSessionUser,
  forgetDevices,
  insertSession,
  listSessionsOf,
} from '#server/modules/users/sessions/store'
import { type UserRow, unusedDays } from '#server/modules/users/store'
import { DomainError, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import { hashToken, randomToken } from '#server/platform/tokens'

/** Where someone signs in from, and as whom they are already known. */
export type Visit = { ip: string; device: string | null; actor: Actor }

const deviceMax = 300
export const userPrefix = 'wmu_'
export const guestPrefix = 'wmg_'

/** Signs the user in; claims what they wrote as a guest. */
export async function openSession(
  deps: Deps,
  tx: Queryable,
  user: UserRow,
  visit: Visit,
  claimGuestToken: string | undefined,
) {
  const token = userPrefix + randomToken()
  await insertSession(tx, {
    id: uuid(),
    userId: user.id,
    tokenHash: hashToken(token),
    device: visit.device?.slice(0, deviceMax) ?? null,
    expiresAt: new Date(Date.now() + unusedDays * 86_400_000),
  })
  if (claimGuestToken?.startsWith(guestPrefix)) await claimGuest(tx, hashToken(claimGuestToken), user.id)
  return { accessToken: token, deviceToken: makeDeviceToken(deps, user), user: presentUser(user) }
}

export async function signOut(deps: Deps, actor: UserActor, everywhere: boolean): Promise<number> {
  const ended = await deps.db.orm.transaction(async (tx) => {
    if (everywhere) await forgetDevices(tx, actor.id)
    return deleteSessions(tx, actor.id, everywhere ? null : actor.sessionId)
  })
  signalUser(deps, actor.id)
  return ended
}

export async function listSessions(deps: Deps, actor: UserActor) {
  const rows = await listSessionsOf(deps.db.orm, actor.id)
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    current: row.id === actor.sessionId,
  }))
}

export async function endSession(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const ended = await deleteSessions(deps.db.orm, actor.id, id)
  if (ended === 0) throw notFound()
  signalUser(deps, actor.id)
}

/** Ends every session of the user except `keep`, in the caller's transaction; call `signalUser` after it. */
export async function endSessions(tx: Queryable, userId: string, keep: string | null): Promise<void> {
  if (keep !== null) return deleteOtherSessions(tx, userId, keep)
  await forgetDevices(tx, userId)
  await deleteSessions(tx, userId, null)
}

export { findSessionUser }

/** What an address may be requested for. */
type Signed = { kind: string; of: readonly (string | number)[] }

/** The query of an address that needs no header; it expires with the session, or after `seconds`. */
export function signAddress(
  deps: Deps,
  { sessionId: session }: UserActor,
  { kind, of, seconds }: Signed & { seconds: number },
) {
  const exp = Math.floor(Date.now() / 1000) + seconds
  const sig = deps.signer.sign([kind, session, exp, ...of])
  const query: SignedAddress = { session, exp: String(exp), sig }
  return { query, expiresAt: new Date(exp * 1000).toISOString() }
}

/** The user of the address. Throws UNAUTHENTICATED. */
export async function readSignedAddress(
  deps: Deps,
  { kind, of }: Signed,
  { session, exp, sig }: SignedAddress,
): Promise<string> {
  const isLive = isUuid(session) && /^\d{1,12}$/.test(exp) && Number(exp) * 1000 > Date.now()
  const isOurs = isLive && deps.signer.verify([kind, session, Number(exp), ...of], sig)
  const userId = isOurs ? await findSessionUser(deps.db, session) : null
  if (userId === null) throw new DomainError('UNAUTHENTICATED')
  return userId
}
