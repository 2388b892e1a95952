import { takeBackDays } from '@wingmark/contract/change-email'
import { plans } from '@wingmark/contract/plans'
import type { RouteBody } from '@wingmark/contract/route'
import type { createGuest, login } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import { sweepIdempotencyKeys } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor, WriterActor } from '#server/http/actor'
import { sweepRemoved } from '#server/modules/users/account-deletion/service'
import { deleteOldChanges } from '#server/modules/users/change-email/store'
import { deleteExpiredCodes } from '#server/modules/users/codes/store'
import { recognizeTrier, siteTriesOf, triesOf, waitYourTurn } from '#server/modules/users/devices/service'
import { deleteExpiredResets } from '#server/modules/users/reset/store'
import { guestPrefix, openSession, userPrefix, type Visit } from '#server/modules/users/sessions/service'
import { describeProfile, requireUser } from '#server/modules/users/settings/service'
import { countGuess, requireGuessesLeft } from '#server/modules/users/sign-in-attempts/service'
import {
  deleteExpiredSessions,
  findGuestByToken,
  findSession,
  findUserByEmail,
  insertGuest,
  lockUser,
  putOffEnd,
  setPassword,
} from '#server/modules/users/store'
import { deleteLapsedReservations, readMeter } from '#server/modules/users/usage-meters/service'
import { DomainError } from '#server/platform/domain-error'
import { hashPassword, judgePassword } from '#server/platform/passwords'
import { hashToken, randomToken } from '#server/platform/tokens'

export { verifyEmail } from '#server/modules/users/email-verification/service'
export { updateUser } from '#server/modules/users/settings/store'
export {
  findUser,
  findUserByEmail,
  formerName,
  hasConnectionProfile,
  listUsersWithMore,
  lockUser,
  selectPeople,
  setPlan,
  type UserRow,
} from '#server/modules/users/store'
export {
  isReserved,
  meterUsedUp,
  readAllowance,
  recountMeter,
  reserve,
  settleReservation,
} from '#server/modules/users/usage-meters/service'
export { canHaveUsername, claimUsername } from '#server/modules/users/usernames/service'

/** The user of a bearer token; null if unknown, expired or ended. */
export async function authenticate(deps: Deps, token: string): Promise<WriterActor | null> {
  if (token.startsWith(userPrefix)) {
    const found = await findSession(deps.db, hashToken(token))
    if (!found) return null
    const { isDue, ...user } = found
    // In the background; with a read-only database, the session simply runs until its end.
    if (isDue) {
      putOffEnd(deps.db.orm, user.sessionId).catch((error: unknown) =>
        deps.log.debug({ err: error }, 'the end of a session could not be put off'),
      )
    }
    return { kind: 'user', ...user }
  }
  if (!token.startsWith(guestPrefix)) return null
  const guest = await findGuestByToken(deps.db, hashToken(token))
  return guest && { kind: 'guest', ...guest }
}

export async function signIn(deps: Deps, visit: Visit, input: RouteBody<typeof login>) {
  const { email, deviceToken } = input
  const user = await findUserByEmail(deps.db.orm, email)
  const trier = recognizeTrier(deps, visit, user, deviceToken)
  await deps.limits.consume({ loginByAddress: visit.ip })
  await requireGuessesLeft(deps, trier, email)
  await deps.limits.consume({ loginByTrier: triesOf(trier, email), loginBySite: siteTriesOf(trier, email) })
  const guess = await countGuess(deps, trier, email)
  await waitYourTurn(deps, trier, 'loginByAccount', email)
  const { isRight, isOld } = await judgePassword(user?.passwordHash ?? null, input.password)
  await guess.settle(isRight)
  if (!user || !isRight) throw new DomainError('INVALID_CREDENTIALS')
  await deps.limits.forgive({ loginByTrier: triesOf(trier, email), loginBySite: siteTriesOf(trier, email) })
  const rehashed = isOld ? await hashPassword(input.password) : null
  return deps.db.orm.transaction(async (tx) => {
    // The password may have ended while it was being judged.
    const now = await lockUser(tx, user.id)
    if (!now || now.passwordHash !== user.passwordHash) throw new DomainError('INVALID_CREDENTIALS')
    if (rehashed !== null) await setPassword(tx, user.id, rehashed)
    return openSession(deps, tx, now, visit, input.claimGuestToken)
  })
}

export async function getProfile(deps: Deps, actor: UserActor) {
  return describeProfile(deps, actor)
}

export async function getUsage(deps: Deps, actor: UserActor) {
  const user = await requireUser(deps, actor)
  const plan = plans[user.plan]
  const [aiCharacters, messages, ...asked] = await Promise.all([
    readMeter(deps.db, actor.id, 'AI_CHARACTERS'),
    readMeter(deps.db, actor.id, 'MESSAGES'),
    ...deps.parts.countRequests.map((count) => count(deps.db.orm, actor.id)),
  ])
  return {
    plan: user.plan,
    storage: { usedBytes: user.usedBytes, limitBytes: plan.storageBytes + user.extraStorageBytes },
    aiCharacters: { ...aiCharacters, limit: plan.aiCharactersPerMonth },
    messages: { ...messages, limit: plan.messagesPerDay },
    connections: { used: asked.reduce((sum, count) => sum + count, 0), limit: plan.connectionsMax },
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

/** Hourly: deletes ended sessions, codes and links, old idempotency keys, and counters of tries. */
export async function sweepUsers(deps: Deps): Promise<void> {
  await deleteExpiredSessions(deps.db.orm)
  await deleteExpiredCodes(deps.db.orm)
  await deleteExpiredResets(deps.db.orm)
  await deleteOldChanges(deps.db, takeBackDays)
  await sweepIdempotencyKeys(deps.db.orm)
  await deps.limits.sweep()
  await deleteLapsedReservations(deps.db)
  await sweepRemoved(deps)
}
