import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { queueEmail } from '#server/modules/mail/service'
import { isKnownFor } from '#server/modules/users/devices/service'
import { markVerified } from '#server/modules/users/email-verification/store'
import { endSessions } from '#server/modules/users/sessions/service'
import type { UserRow } from '#server/modules/users/store'
import { suspendUntilAnswered } from '#server/modules/users/unverified-work/service'

/**
 * Needs `user` locked. Without a known session or device, ends the password and suspends work.
 * `signalAfterVerification` after the transaction.
 */
export async function verifyEmail(
  deps: Deps,
  tx: Transaction,
  user: UserRow,
  actor: Actor,
  deviceToken?: string,
): Promise<UserRow> {
  if (user.emailConfirmedAt !== null) return user
  if (isKnownFor(deps, user, actor, deviceToken)) return markVerified(tx, user.id, { keepsPassword: true })
  await endSessions(tx, user.id, null)
  await suspendUntilAnswered(deps, tx, user.id)
  return markVerified(tx, user.id, { keepsPassword: false })
}

/** Emails the account if `verifyEmail` ended its password; returns whether it did. */
export async function notifyOfLostPassword(tx: Transaction, before: UserRow, now: UserRow): Promise<boolean> {
  if (before.passwordHash === null || now.passwordHash !== null) return false
  await queueEmail(tx, { letter: 'users:address-proved', facts: { userId: now.id } })
  return true
}
