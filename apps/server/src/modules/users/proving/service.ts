import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { queueLetter } from '#server/modules/mail/service'
import { restUntilAnswered } from '#server/modules/users/earlier/service'
import { markProved } from '#server/modules/users/proving/store'
import { endSessions } from '#server/modules/users/sessions/service'
import type { UserRow } from '#server/modules/users/store'

/**
 * Whoever has the mail of this account has just shown it; `user` must be locked. The first proof ends every session and
 * the password, which a stranger may have set while waiting for the owner, unless it comes from within a session of the
 * account. What the account has made rests
 * until its owner says what becomes of it. Call `wakeAfterProof` after the transaction.
 */
export async function proveAddress(
  deps: Deps,
  tx: Transaction,
  user: UserRow,
  actor: Actor,
): Promise<UserRow> {
  if (user.emailConfirmedAt !== null) return user
  if (actor.kind === 'user' && actor.id === user.id) return markProved(tx, user.id, { keepsPassword: true })
  await endSessions(tx, user.id, null)
  await restUntilAnswered(deps, tx, user.id)
  return markProved(tx, user.id, { keepsPassword: false })
}

/** Tells the account that its password has ended, where `proveAddress` has ended one. */
export async function tellOfLostPassword(tx: Transaction, before: UserRow, now: UserRow): Promise<void> {
  if (before.passwordHash === null || now.passwordHash !== null) return
  await queueLetter(tx, { letter: 'users:address-proved', facts: { userId: now.id } })
}
