import { randomBytes } from 'node:crypto'
import { takeBackDays } from '@wingmark/contract/change-email'
import type { RouteBody } from '@wingmark/contract/route'
import { passwordTooCommon, type register } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#server/db/client'
import type { Deps } from '#server/deps'
import { isEmailTaken } from '#server/modules/users/change-email/store'
import { askToConfirm } from '#server/modules/users/confirm-email/service'
import { openSession, type Visit } from '#server/modules/users/sessions/service'
import { insertUser, isUsernameTaken, type NewUser, type UserRow } from '#server/modules/users/store'
import { isCommonPassword } from '#server/platform/common-passwords'
import { DomainError, invalidFields } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'

export async function registerUser(deps: Deps, visit: Visit, input: RouteBody<typeof register>) {
  await deps.limits.consume({ registerByAddress: visit.ip })
  if (await isCommonPassword(input.password)) throw invalidFields({ password: passwordTooCommon })
  const passwordHash = await hashPassword(input.password)
  return deps.db.orm.transaction(async (tx) => {
    const { name, email } = input
    const user = await insertWithFreeUsername(tx, { name, email, passwordHash })
    if (!user) throw new DomainError('EMAIL_TAKEN')
    await askToConfirm(tx, user.id)
    return openSession(deps, tx, user, visit, input.claimGuestToken)
  })
}

/** Null if the address or Google id has an account, or a former account can take it back. */
export async function insertWithFreeUsername(
  tx: Queryable,
  user: Omit<NewUser, 'id' | 'username'>,
): Promise<UserRow | null> {
  if (await isEmailTaken(tx, { email: user.email, days: takeBackDays, except: null })) return null
  const base = usernameFrom(user.email)
  for (const suffix of ['', `-${randomBytes(3).toString('hex')}`, `-${randomBytes(6).toString('hex')}`]) {
    if (await isUsernameTaken(tx, base + suffix, null)) continue
    const row = await insertUser(tx, { id: uuid(), ...user, username: base + suffix })
    if (row !== 'username-taken') return row === 'account-exists' ? null : row
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
    .replace(/-+$/, '')
  return clean.length >= 2 ? clean : `user-${randomBytes(3).toString('hex')}`
}
