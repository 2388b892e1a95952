import { z } from 'zod'
import type { Queryable } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { type EmailWriters, queueEmail } from '#server/modules/mail/service'
import { makeAddressCode, requireAddressCode } from '#server/modules/users/change-email/codes'
import { confirmMail } from '#server/modules/users/confirm-email/present'
import { verifyEmail } from '#server/modules/users/email-verification/service'
import { requireUser } from '#server/modules/users/settings/service'
import { lockSignedIn } from '#server/modules/users/settings/store'
import { findUser } from '#server/modules/users/store'
import { DomainError } from '#server/platform/domain-error'

const confirmHours = 24

/** Asks new users once to verify the address; nothing waits for it. */
export async function askToConfirm(tx: Queryable, userId: string): Promise<void> {
  await queueEmail(tx, { letter: 'users:confirm-email', facts: { userId }, key: `confirm-email:${userId}` })
}

/** Throws CONFLICT if already verified. */
export async function sendConfirmation(deps: Deps, { actor, ip }: { actor: UserActor; ip: string }) {
  const user = await requireUser(deps, actor)
  if (user.emailConfirmedAt !== null) throw new DomainError('CONFLICT')
  const tries = `own address of ${actor.id}`
  await deps.limits.consume({ codeMailByAddress: ip, codeMailByTrier: tries, codeMailByTrierADay: tries })
  await askToConfirm(deps.db.orm, actor.id)
  return { email: user.email }
}

/** Ends nothing: a session and the email prove the same person. Throws INVALID_FIELDS. */
export async function confirmEmail(deps: Deps, actor: UserActor, code: string) {
  await deps.limits.consume({ settingsByUser: actor.id })
  const email = await requireAddressCode(deps, actor, code)
  await deps.db.orm.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, actor))) throw new DomainError('UNAUTHENTICATED')
    const user = await findUser(tx, actor.id)
    // A code for another address does not verify this one.
    if (user?.email !== email) throw new DomainError('CONFLICT')
    await verifyEmail(deps, tx, user, actor)
  })
  return { email }
}

const Facts = z.object({ userId: z.uuid() })

export const confirmEmailEmails: EmailWriters = {
  'users:confirm-email': async (deps, facts) => {
    const user = await findUser(deps.db.orm, Facts.parse(facts).userId)
    if (!user || user.emailConfirmedAt !== null) return null
    const code = await makeAddressCode(deps, {
      userId: user.id,
      email: user.email,
      minutes: confirmHours * 60,
    })
    const url = `${deps.config.publicUrl}/settings?code=${code}`
    return confirmMail(user.email, { name: user.name, code, url, hours: confirmHours })
  },
}
