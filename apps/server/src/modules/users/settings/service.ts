import type { MailArea } from '@wingmark/contract/mails'
import type { RouteBody } from '@wingmark/contract/route'
import { passwordNotRight } from '@wingmark/contract/secrets'
import {
  type changePassword as changeContract,
  noPasswordYet,
  passwordTooCommon,
  type updateProfile as updateContract,
} from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { signalUser } from '#server/modules/events/service'
import { queueEmail } from '#server/modules/mail/service'
import { setAvatar } from '#server/modules/users/avatar/service'
import { presentProfile } from '#server/modules/users/present'
import { endSessions } from '#server/modules/users/sessions/service'
import { lockSignedIn, stopMails, updateUser } from '#server/modules/users/settings/store'
import { findUser, hasConnectionProfile, setPassword, type UserRow } from '#server/modules/users/store'
import { describeUnverifiedWork } from '#server/modules/users/unverified-work/service'
import { claimUsername } from '#server/modules/users/usernames/service'
import { isCommonPassword } from '#server/platform/common-passwords'
import { DomainError, invalidFields } from '#server/platform/domain-error'
import { hashPassword, judgePassword } from '#server/platform/passwords'

/** Throws USERNAME_TAKEN, INVALID_FIELDS for an unsuitable picture. */
export async function updateProfile(deps: Deps, actor: UserActor, input: RouteBody<typeof updateContract>) {
  await deps.limits.consume({ settingsByUser: actor.id })
  const { name, username, avatar, notify, mailAreas, theme } = input
  await deps.db.orm.transaction(async (tx) => {
    if (username !== undefined) await claimUsername(tx, actor.id, username)
    await updateUser(tx, actor.id, {
      ...(name === undefined ? {} : { name }),
      ...(notify === undefined ? {} : { notify }),
      ...(mailAreas === undefined ? {} : { mailAreas }),
      ...(theme === undefined ? {} : { theme }),
    })
    if (name !== undefined || username !== undefined)
      for (const listen of deps.parts.on['account.renamed']) await listen(tx, { user: actor.id })
    if (avatar !== undefined) await setAvatar(tx, actor.id, avatar)
  })
  return describeProfile(deps, actor)
}

/** The account as its owner sees it. */
export async function describeProfile(deps: Deps, actor: UserActor) {
  const user = await requireUser(deps, actor)
  const [earlier, hasProfile] = await Promise.all([
    describeUnverifiedWork(deps, user),
    hasConnectionProfile(deps.db.orm, user.id),
  ])
  return presentProfile(user, { earlier, hasProfile, ai: deps.ai })
}

/** Stops emails about these areas; idempotent. False without such a user. Callers must know that the user wants it. */
export function unsafeStopMails(deps: Deps, userId: string, areas: readonly MailArea[]): Promise<boolean> {
  return stopMails(deps.db, userId, areas)
}

/** Ends every other session. Throws INVALID_FIELDS for a wrong password, RATE_LIMITED after ten tries. */
export async function changePassword(deps: Deps, actor: UserActor, input: RouteBody<typeof changeContract>) {
  const user = await requireUser(deps, actor)
  await requirePassword(deps, actor, user, input.password)
  if (await isCommonPassword(input.newPassword)) throw invalidFields({ newPassword: passwordTooCommon })
  const passwordHash = await hashPassword(input.newPassword)
  await deps.db.orm.transaction(async (tx) => {
    // A verification may have ended the session while the password was being judged.
    if (!(await lockSignedIn(tx, actor))) throw new DomainError('UNAUTHENTICATED')
    await setPassword(tx, user.id, passwordHash)
    await endSessions(tx, user.id, actor.sessionId)
    await queueEmail(tx, { letter: 'users:password-changed', facts: { userId: user.id } })
  })
  signalUser(deps, user.id)
}

/** Protects against stolen sessions. */
export async function requirePassword(
  deps: Deps,
  actor: UserActor,
  user: UserRow,
  password: string,
): Promise<void> {
  if (user.passwordHash === null) throw invalidFields({ password: noPasswordYet })
  await deps.limits.consume({ passwordBySession: actor.sessionId })
  const { isRight } = await judgePassword(user.passwordHash, password)
  if (!isRight) throw invalidFields({ password: passwordNotRight })
  await deps.limits.forgive({ passwordBySession: actor.sessionId })
}

export async function requireUser(deps: Deps, actor: UserActor): Promise<UserRow> {
  const user = await findUser(deps.db.orm, actor.id)
  if (!user) throw new DomainError('UNAUTHENTICATED')
  return user
}
