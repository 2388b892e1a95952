import type { RouteBody } from '@wingmark/contract/route'
import {
  type resetPassword as contract,
  type forgetPassword,
  passwordTooCommon,
  resetLinkInvalid,
} from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import { queueEmail } from '#server/modules/mail/service'
import { recognizeTrier, secondsToWait, triesOf } from '#server/modules/users/devices/service'
import { verifyEmail } from '#server/modules/users/email-verification/service'
import { isLiveReset, saveReset, spendReset } from '#server/modules/users/reset/store'
import { endSessions, type Visit } from '#server/modules/users/sessions/service'
import { findUserByEmail, lockUser, setPassword } from '#server/modules/users/store'
import { signalAfterVerification } from '#server/modules/users/unverified-work/service'
import { isCommonPassword } from '#server/platform/common-passwords'
import { invalidFields } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'
import { hashToken, randomToken } from '#server/platform/tokens'

export const resetMinutes = 60

/** Requests a reset link; answer and timing are the same with or without an account. */
export async function requestReset(
  deps: Deps,
  visit: Visit,
  { email, deviceToken }: RouteBody<typeof forgetPassword>,
): Promise<void> {
  const trier = recognizeTrier(deps, visit, await findUserByEmail(deps.db.orm, email), deviceToken)
  const tries = triesOf(trier, email)
  await deps.limits.consume({ resetMailByAddress: visit.ip, resetMailByTrier: tries })
  await queueEmail(deps.db.orm, {
    letter: 'users:password-reset',
    facts: { email, askedFrom: trier.key },
    key: `password-reset:${tries}`,
    waitSeconds: await secondsToWait(deps, trier, 'resetMailByAccount', email),
  })
}

/** Makes the token for an email. */
export async function makeResetToken(deps: Deps, userId: string, askedFrom: string): Promise<string> {
  const token = randomToken()
  await saveReset(deps.db.orm, {
    userId,
    askedFrom,
    tokenHash: hashToken(token),
    minutes: resetMinutes,
  })
  return token
}

/** Ends every session, or on request all others; signs nobody in. Throws INVALID_FIELDS for an invalid link. */
export async function resetPassword(deps: Deps, visit: Visit, input: RouteBody<typeof contract>) {
  await deps.limits.consume({ resetTryByAddress: visit.ip })
  const tokenHash = hashToken(input.token)
  const invalid = () => invalidFields({ token: resetLinkInvalid })
  if (!(await isLiveReset(deps.db.orm, tokenHash))) throw invalid()
  if (await isCommonPassword(input.password)) throw invalidFields({ password: passwordTooCommon })
  const passwordHash = await hashPassword(input.password)
  const user = await deps.db.orm.transaction(async (tx) => {
    const userId = await spendReset(tx, tokenHash)
    const found = userId === null ? null : await lockUser(tx, userId)
    if (!found) throw invalid()
    await verifyEmail(deps, tx, found, visit.actor, input.deviceToken)
    const { actor } = visit
    const isOwn = input.keepSession === true && actor.kind === 'user' && actor.id === found.id
    await endSessions(tx, found.id, isOwn ? actor.sessionId : null)
    await setPassword(tx, found.id, passwordHash)
    await queueEmail(tx, { letter: 'users:password-changed', facts: { userId } })
    return found
  })
  await deps.limits.forgive({
    loginByAccount: user.email,
    loginByTrier: `${visit.ip} ${user.email}`,
    guessByEmail: user.email,
  })
  await signalAfterVerification(deps, user.id)
}
