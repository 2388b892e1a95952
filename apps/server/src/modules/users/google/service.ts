import type { RouteBody } from '@wingmark/contract/route'
import { Email, type googleLogin, PersonName } from '@wingmark/contract/users'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { wakeUser } from '#server/modules/events/service'
import { queueLetter } from '#server/modules/mail/service'
import { findUserByGoogleId, linkGoogle, lockUserByEmail } from '#server/modules/users/google/store'
import { insertWithFreeUsername } from '#server/modules/users/registering/service'
import { endSessions, openSession, type Visit } from '#server/modules/users/sessions/service'
import type { UserRow } from '#server/modules/users/store'
import { DomainError } from '#server/platform/domain-error'
import type { GoogleIdentity } from '#server/platform/google'

const failed = () => new DomainError('GOOGLE_SIGN_IN_FAILED')

/** Signs in who Google says it is; makes an account for an address that has none. */
export async function signInWithGoogle(deps: Deps, visit: Visit, input: RouteBody<typeof googleLogin>) {
  await deps.limits.consume({ googleByAddress: visit.ip })
  const identity = await identify(deps, input.credential)
  const { session, userId } = await deps.db.orm.transaction(async (tx) => {
    const user = await findOrMake(tx, identity)
    return { session: await openSession(tx, user, visit, input.claimGuestToken), userId: user.id }
  })
  wakeUser(deps, userId)
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

async function findOrMake(tx: Transaction, identity: GoogleIdentity): Promise<UserRow> {
  const known = await findUserByGoogleId(tx, identity.id)
  if (known) return known
  const taken = await lockUserByEmail(tx, identity.email)
  if (taken) return adopt(tx, taken, identity)
  const made = await insertWithFreeUsername(tx, {
    name: nameOf(identity),
    email: identity.email,
    googleId: identity.id,
    emailConfirmedAt: new Date(),
  })
  if (made) return made
  const faster = (await findUserByGoogleId(tx, identity.id)) ?? (await lockUserByEmail(tx, identity.email))
  if (!faster) throw failed()
  return adopt(tx, faster, identity)
}

/**
 * The account with the address that Google vouches for. Where nobody had ever confirmed the address, whoever set the
 * password may have been a stranger waiting for its owner: the password and all sessions end, and a mail says so.
 */
async function adopt(tx: Transaction, user: UserRow, identity: GoogleIdentity): Promise<UserRow> {
  // In another tab they may have just signed in for the first time.
  if (user.googleId === identity.id) return user
  if (user.googleId !== null) throw failed()
  const isDoubtful = user.emailConfirmedAt === null
  if (isDoubtful) await endSessions(tx, user.id, null)
  const facts = { userId: user.id, hasLostPassword: isDoubtful && user.passwordHash !== null }
  await queueLetter(tx, { letter: 'users:google-linked', facts })
  return linkGoogle(tx, user.id, { googleId: identity.id, keepsPassword: !isDoubtful })
}

function nameOf({ name, email }: GoogleIdentity): string {
  const local = email.split('@')[0] ?? ''
  const fitting = [name, local].map((one) => PersonName.safeParse(one)).find((one) => one.success)
  return fitting?.data ?? email
}
