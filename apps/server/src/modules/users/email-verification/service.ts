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
 * Whoever has the mail of this account has just shown it; `user` must be locked. The first proof ends every session and
 * the password, which a stranger may have set while waiting for the owner, and what the account has made rests until its
 * owner says what becomes of it; unless it comes from within a session of the account, or from a device that is known for
 * it, since whoever has both is one person. Call `signalAfterVerification` after the transaction.
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

/** Tells the account that its password has ended, where `verifyEmail` has ended one; answers whether. */
export async function notifyOfLostPassword(tx: Transaction, before: UserRow, now: UserRow): Promise<boolean> {
  if (before.passwordHash === null || now.passwordHash !== null) return false
  await queueEmail(tx, { letter: 'users:address-proved', facts: { userId: now.id } })
  return true
}
