import { Email } from '@wingmark/contract/addresses'
import type { RouteBody } from '@wingmark/contract/route'
import { type googleLogin, PersonName } from '@wingmark/contract/users'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { queueEmail } from '#server/modules/mail/service'
import { verifyEmail } from '#server/modules/users/email-verification/service'
import { findUserByGoogleId, linkGoogle } from '#server/modules/users/google/store'
import { insertWithFreeUsername } from '#server/modules/users/registration/service'
import { openSession, type Visit } from '#server/modules/users/sessions/service'
import { lockUserByEmail, type UserRow } from '#server/modules/users/store'
import { signalAfterVerification } from '#server/modules/users/unverified-work/service'
import { DomainError } from '#server/platform/domain-error'
import type { GoogleIdentity } from '#server/platform/google'

const failed = () => new DomainError('GOOGLE_SIGN_IN_FAILED')

/** Signs in the user Google confirms; creates an account for an address without one. */
export async function signInWithGoogle(deps: Deps, visit: Visit, input: RouteBody<typeof googleLogin>) {
  await deps.limits.consume({ googleByAddress: visit.ip })
  const identity = await identify(deps, input.credential)
  const { session, userId } = await deps.db.orm.transaction(async (tx) => {
    const user = await findOrMake(deps, tx, identity, { actor: visit.actor, deviceToken: input.deviceToken })
    return { session: await openSession(deps, tx, user, visit, input.claimGuestToken), userId: user.id }
  })
  await signalAfterVerification(deps, userId)
  return session
}

async function identify(deps: Deps, credential: string): Promise<GoogleIdentity> {
  const identity = await deps.google.identify(credential).catch((error: unknown) => {
    deps.log.warn({ err: error }, "Google's keys could not be fetched")
    throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 10 })
  })
  const email = Email.safeParse(identity?.email)
  if (!identity || !email.success) throw failed()
  return { ...identity, email: email.data }
}

type Proving = { actor: Actor; deviceToken: string | undefined }

async function findOrMake(
  deps: Deps,
  tx: Transaction,
  identity: GoogleIdentity,
  by: Proving,
): Promise<UserRow> {
  const known = await findUserByGoogleId(tx, identity.id)
  if (known) return known
  const taken = await lockUserByEmail(tx, identity.email)
  if (taken) return adopt(deps, tx, taken, identity, by)
  const made = await insertWithFreeUsername(tx, {
    name: nameOf(identity),
    email: identity.email,
    googleId: identity.id,
    emailConfirmedAt: new Date(),
  })
  if (made) return made
  const faster = (await findUserByGoogleId(tx, identity.id)) ?? (await lockUserByEmail(tx, identity.email))
  if (!faster) throw failed()
  return adopt(deps, tx, faster, identity, by)
}

/** The account with Google's verified address; an email says so, and whether the password has ended. */
async function adopt(
  deps: Deps,
  tx: Transaction,
  user: UserRow,
  identity: GoogleIdentity,
  by: Proving,
): Promise<UserRow> {
  // They may have just signed in for the first time in another tab.
  if (user.googleId === identity.id) return user
  if (user.googleId !== null) throw failed()
  const proved = await verifyEmail(deps, tx, user, by.actor, by.deviceToken)
  const facts = {
    userId: user.id,
    hasLostPassword: user.passwordHash !== null && proved.passwordHash === null,
  }
  await queueEmail(tx, { letter: 'users:google-linked', facts })
  return linkGoogle(tx, user.id, identity.id)
}

function nameOf({ name, email }: GoogleIdentity): string {
  const local = email.split('@')[0] ?? ''
  const fitting = [name, local].map((one) => PersonName.safeParse(one)).find((one) => one.success)
  return fitting?.data ?? email
}
