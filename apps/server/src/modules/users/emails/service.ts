import { z } from 'zod'
import type { Deps } from '#server/deps'
import type { EmailWriters } from '#server/modules/mail/service'
import { WorkLeft, workLeftMail } from '#server/modules/users/account-deletion/present'
import { codeMinutes, makeLoginCode } from '#server/modules/users/codes/service'
import {
  accountDeletedMail,
  addressProvedMail,
  googleLinkedMail,
  guessedMail,
  invitationMail,
  loginCodeMail,
  passwordChangedMail,
  passwordResetMail,
} from '#server/modules/users/emails/present'
import { invitationUrl } from '#server/modules/users/invitations/service'
import { makeResetToken, resetMinutes } from '#server/modules/users/reset/service'
import { findUser, findUserByEmail } from '#server/modules/users/store'
import type { Mail } from '#server/platform/mailer'
import { randomToken } from '#server/platform/tokens'

const OfAddress = z.object({ email: z.string() })
/** Older queued emails have no `askedFrom`. */
const Asked = OfAddress.extend({ askedFrom: z.string().default('') })
const OfUser = z.object({ userId: z.uuid() })
const Linked = OfUser.extend({ hasLostPassword: z.boolean() })
const Gone = OfAddress.extend({ name: z.string() })
const Invitation = OfUser.extend({ email: z.string(), url: z.string() })

const forgotUrl = (deps: Deps) => `${deps.config.publicUrl}/auth/forgot-password`

/** Account emails. Their secrets are made here, when sending. */
export const userEmails: EmailWriters = {
  'users:login-code': async (deps, facts) => {
    const { email, askedFrom } = Asked.parse(facts)
    const code = await makeLoginCode(deps, email, askedFrom)
    const user = await findUserByEmail(deps.db.orm, email)
    return loginCodeMail(user?.email ?? null, { code, minutes: codeMinutes })
  },
  'users:password-reset': async (deps, facts) => {
    const { email, askedFrom } = Asked.parse(facts)
    const user = await findUserByEmail(deps.db.orm, email)
    const token = user ? await makeResetToken(deps, user.id, askedFrom) : randomToken()
    const url = `${deps.config.publicUrl}/auth/reset-password?token=${token}`
    return passwordResetMail(user?.email ?? null, { url, minutes: resetMinutes })
  },
  'users:password-changed': async (deps, facts) => {
    const user = await findUser(deps.db.orm, OfUser.parse(facts).userId)
    return user && passwordChangedMail(user.email, { name: user.name, forgotUrl: forgotUrl(deps) })
  },
  'users:address-proved': async (deps, facts) => {
    const user = await findUser(deps.db.orm, OfUser.parse(facts).userId)
    return user && addressProvedMail(user.email, { name: user.name, forgotUrl: forgotUrl(deps) })
  },
  'users:guessed': async (deps, facts) => {
    const user = await findUserByEmail(deps.db.orm, OfAddress.parse(facts).email)
    return guessedMail(user?.email ?? null, { forgotUrl: forgotUrl(deps) })
  },
  'users:google-linked': async (deps, facts): Promise<Mail | null> => {
    const { userId, hasLostPassword } = Linked.parse(facts)
    const user = await findUser(deps.db.orm, userId)
    return (
      user && googleLinkedMail(user.email, { name: user.name, hasLostPassword, forgotUrl: forgotUrl(deps) })
    )
  },
  'users:account-deleted': async (_deps, facts) => {
    const { email, name } = Gone.parse(facts)
    return accountDeletedMail(email, { name })
  },
  'users:work-left': async (deps, facts) => {
    const left = WorkLeft.parse(facts)
    const user = await findUser(deps.db.orm, left.userId)
    return user && workLeftMail(user.email, left, deps.config.publicUrl)
  },
  'users:invitation': async (deps, facts) => {
    const { userId, email, url } = Invitation.parse(facts)
    const inviter = await findUser(deps.db.orm, userId)
    const link = invitationUrl(deps, url, { userId, email })
    return inviter && invitationMail(email, { inviter: inviter.name, url: link })
  },
}
