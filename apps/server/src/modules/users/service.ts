import { randomBytes } from 'node:crypto'
import { plans } from '@wingmark/contract/plans'
import type { RouteBody } from '@wingmark/contract/route'
import type { createGuest, login, register } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#server/db/client'
import { sweepIdempotencyKeys } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { GuestActor, UserActor } from '#server/http/actor'
import { wakeUser } from '#server/modules/events/service'
import { presentUser } from '#server/modules/users/present'
import {
  claimGuest,
  deleteExpiredSessions,
  deleteSessions,
  findGuestByToken,
  findSession,
  findUser,
  findUserByEmail,
  insertGuest,
  insertSession,
  insertUser,
  type UserRow,
} from '#server/modules/users/store'
import { DomainError } from '#server/platform/domain-error'
import { hashPassword, verifyPassword } from '#server/platform/passwords'
import { hashToken, randomToken } from '#server/platform/tokens'

const sessionDays = 90
const userPrefix = 'wmu_'
const guestPrefix = 'wmg_'

/** Who a bearer token belongs to; null when it is unknown, expired or ended. */
export async function authenticate(deps: Deps, token: string): Promise<UserActor | GuestActor | null> {
  if (token.startsWith(userPrefix)) {
    const user = await findSession(deps.db, hashToken(token))
    return user && { kind: 'user', ...user }
  }
  if (!token.startsWith(guestPrefix)) return null
  const guest = await findGuestByToken(deps.db, hashToken(token))
  return guest && { kind: 'guest', ...guest }
}

export async function registerUser(deps: Deps, ip: string, input: RouteBody<typeof register>) {
  await deps.limits.consume({ registerByAddress: ip })
  const passwordHash = await hashPassword(input.password)
  return deps.db.orm.transaction(async (tx) => {
    const user = await insertWithFreeUsername(tx, { name: input.name, email: input.email, passwordHash })
    return openSession(tx, user, input.claimGuestToken)
  })
}

export async function signIn(deps: Deps, ip: string, input: RouteBody<typeof login>) {
  const tries = { loginByAccount: input.email, loginByAddress: ip }
  await deps.limits.consume(tries)
  const user = await findUserByEmail(deps.db.orm, input.email)
  const isRight = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !isRight) throw new DomainError('INVALID_CREDENTIALS')
  await deps.limits.forgive({ loginByAccount: input.email })
  return deps.db.orm.transaction((tx) => openSession(tx, user, input.claimGuestToken))
}

export async function signOut(deps: Deps, actor: UserActor, everywhere: boolean): Promise<number> {
  const ended = await deleteSessions(deps.db.orm, actor.id, everywhere ? null : actor.sessionId)
  wakeUser(deps, actor.id)
  return ended
}

export async function getProfile(deps: Deps, actor: UserActor) {
  return { user: presentUser(await requireUser(deps, actor)), connectionProfile: null }
}

export async function getUsage(deps: Deps, actor: UserActor) {
  const user = await requireUser(deps, actor)
  const plan = plans[user.plan]
  const now = new Date()
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
  const tomorrow = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  ).toISOString()
  return {
    plan: user.plan,
    storage: { usedBytes: user.usedBytes, limitBytes: plan.storageBytes },
    aiCharacters: { used: 0, limit: plan.aiCharactersPerMonth, resetsAt: nextMonth },
    messages: { used: 0, limit: plan.messagesPerDay, resetsAt: tomorrow },
  }
}

export async function becomeGuest(deps: Deps, ip: string, input: RouteBody<typeof createGuest>) {
  await deps.limits.consume({ guestByAddress: ip })
  const id = uuid()
  const token = guestPrefix + randomToken()
  await insertGuest(deps.db.orm, {
    id,
    name: input.name,
    email: input.email ?? null,
    tokenHash: hashToken(token),
  })
  return { accessToken: token, guest: { _id: id, name: input.name } }
}

async function requireUser(deps: Deps, actor: UserActor): Promise<UserRow> {
  const user = await findUser(deps.db.orm, actor.id)
  if (!user) throw new DomainError('UNAUTHENTICATED')
  return user
}

async function openSession(tx: Queryable, user: UserRow, claimGuestToken: string | undefined) {
  const token = userPrefix + randomToken()
  await insertSession(tx, {
    id: uuid(),
    userId: user.id,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + sessionDays * 86_400_000),
  })
  if (claimGuestToken?.startsWith(guestPrefix)) await claimGuest(tx, hashToken(claimGuestToken), user.id)
  return { accessToken: token, user: presentUser(user) }
}

async function insertWithFreeUsername(
  tx: Queryable,
  user: { name: string; email: string; passwordHash: string },
): Promise<UserRow> {
  const base = usernameFrom(user.email)
  for (const suffix of ['', `-${randomBytes(3).toString('hex')}`, `-${randomBytes(6).toString('hex')}`]) {
    const row = await insertUser(tx, { id: uuid(), ...user, username: base + suffix })
    if (!('taken' in row)) return row
    if (row.taken === 'email') throw new DomainError('EMAIL_TAKEN')
  }
  throw new DomainError('USERNAME_TAKEN')
}

function usernameFrom(email: string): string {
  const local = email.split('@')[0] ?? ''
  const clean = local
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
  return clean.length >= 2 ? clean : `user-${randomBytes(3).toString('hex')}`
}

/** Hourly: ended sessions and old idempotency keys go. */
export async function sweepUsers(deps: Deps): Promise<void> {
  await deleteExpiredSessions(deps.db.orm)
  await sweepIdempotencyKeys(deps.db.orm)
}
