import type { RouteBody } from '@wingmark/contract/route'
import {
  codeNoLongerValid,
  codeNotRight,
  type sendLoginCode,
  type verifyLoginCode,
} from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import { queueEmail } from '#server/modules/mail/service'
import { codeTriesMax, newCode } from '#server/modules/users/codes/new-code'
import { judgeLoginCode, saveLoginCode } from '#server/modules/users/codes/store'
import { recognizeTrier, secondsToWait, siteTriesOf, triesOf } from '#server/modules/users/devices/service'
import { notifyOfLostPassword, verifyEmail } from '#server/modules/users/email-verification/service'
import { makeResetToken } from '#server/modules/users/reset/service'
import { openSession, type Visit } from '#server/modules/users/sessions/service'
import { findUserByEmail, lockUserByEmail } from '#server/modules/users/store'
import { signalAfterVerification } from '#server/modules/users/unverified-work/service'
import { invalidFields } from '#server/platform/domain-error'

export const codeMinutes = 10
/** Tries by people other than the requester, who must not be able to use up the code. */
const maxStrange = 2

/** Requests a code; answer and timing are the same with or without an account. */
export async function requestLoginCode(
  deps: Deps,
  visit: Visit,
  { email, deviceToken }: RouteBody<typeof sendLoginCode>,
): Promise<void> {
  const trier = recognizeTrier(deps, visit, await findUserByEmail(deps.db.orm, email), deviceToken)
  const tries = triesOf(trier, email)
  await deps.limits.consume({
    codeMailByAddress: visit.ip,
    codeMailByTrier: tries,
    codeMailByTrierADay: tries,
    codeMailBySiteADay: siteTriesOf(trier, email),
  })
  await queueEmail(deps.db.orm, {
    letter: 'users:login-code',
    facts: { email, askedFrom: trier.key },
    key: `login-code:${tries}`,
    waitSeconds: await secondsToWait(deps, trier, 'codeMailByAccount', email),
  })
}

/** Makes the code for an email. Unknown addresses get one too, which nobody reads. */
export async function makeLoginCode(deps: Deps, email: string, askedFrom: string): Promise<string> {
  const code = newCode()
  const codeHash = hashOf(deps, email, code)
  await saveLoginCode(deps.db.orm, { email, askedFrom, codeHash, minutes: codeMinutes })
  return code
}

export async function signInWithCode(deps: Deps, visit: Visit, input: RouteBody<typeof verifyLoginCode>) {
  const { email, otp, claimGuestToken, deviceToken } = input
  await deps.limits.consume({ codeTryByAddress: visit.ip })
  const found = await findUserByEmail(deps.db.orm, email)
  await requireCode(deps, email, otp, recognizeTrier(deps, visit, found, deviceToken).keys)
  const { hasLost, ...session } = await deps.db.orm.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) throw invalidFields({ otp: codeNoLongerValid })
    const proved = await verifyEmail(deps, tx, user, visit.actor, deviceToken)
    const hasLost = await notifyOfLostPassword(tx, user, proved)
    return { hasLost, ...(await openSession(deps, tx, proved, visit, claimGuestToken)) }
  })
  const userId = session.user._id
  await signalAfterVerification(deps, userId)
  return hasLost ? { ...session, newPasswordToken: await makeResetToken(deps, userId, 'a code') } : session
}

/** Uses up the code that one of `keys` requested, or the newest. The try always counts. Throws INVALID_FIELDS. */
export async function requireCode(
  deps: Deps,
  email: string,
  code: string,
  keys: readonly string[],
): Promise<void> {
  const codeHash = hashOf(deps, email, code)
  const isRight = await judgeLoginCode(deps.db.orm, {
    email,
    codeHash,
    keys,
    maxTries: codeTriesMax,
    maxStrange,
  })
  if (isRight === null) throw invalidFields({ otp: codeNoLongerValid })
  if (!isRight) throw invalidFields({ otp: codeNotRight })
}

// Keyed with the server's secret: readers of the table cannot try a million codes.
function hashOf(deps: Deps, email: string, code: string): string {
  return deps.signer.sign(['login-code', email, code])
}
