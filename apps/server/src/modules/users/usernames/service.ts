import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { findUser, hasLookAlike, isUsernameTaken } from '#server/modules/users/store'
import { setUsername } from '#server/modules/users/usernames/store'
import { DomainError } from '#server/platform/domain-error'

/** Throws USERNAME_TAKEN for look-alikes of others' names or of the service; users keep their own. */
export async function claimUsername(tx: Transaction, userId: string, username: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.username === username) return
  if (await isUsernameTaken(tx, username, userId)) throw new DomainError('USERNAME_TAKEN')
  await setUsername(tx, userId, username)
}

export async function canHaveUsername(deps: Deps, userId: string, username: string): Promise<boolean> {
  const user = await findUser(deps.db.orm, userId)
  if (user?.username === username) return true
  return !(await hasLookAlike(deps.db.orm, username, userId))
}
