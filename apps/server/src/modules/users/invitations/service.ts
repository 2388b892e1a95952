import type { RouteBody, RouteReply } from '@wingmark/contract/route'
import type { inviteUser as contract, getUserInvitation as detail } from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { queueEmail } from '#server/modules/mail/service'
import { findUser, findUserByEmail } from '#server/modules/users/store'
import { DomainError, invalidFields } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

const invitationPath = '/invite'
/** The pages of the web app for invited people. */
const invitationPaths = /^\/invite(\/|$)/
const daySeconds = 86_400
const goodForDays = 30

/** Reveals by design whether an address has an account; a rate limit prevents bulk checks. */
export async function checkEmail(deps: Deps, ip: string, email: string) {
  await deps.limits.consume({ checkEmailByAddress: ip })
  return { email, exists: (await findUserByEmail(deps.db.orm, email)) !== null }
}

/** Throws INVALID_FIELDS unless `url` is an invitation's, so that its emails lead nowhere else. */
export async function inviteUser(deps: Deps, actor: UserActor, { email, url }: RouteBody<typeof contract>) {
  const link = invitationAddress(deps, url ?? invitationPath)
  if (link === null) throw invalidFields({ url: 'This link doesn’t lead to an invitation to Wingmark.' })
  await deps.limits.consume({ inviteByUser: actor.id, inviteByRecipient: email })
  await queueEmail(deps.db.orm, {
    letter: 'users:invitation',
    facts: { userId: actor.id, email, url: link },
  })
}

function invitationAddress(deps: Deps, url: string): string | null {
  const { publicUrl } = deps.config
  const parsed = URL.parse(url, publicUrl)
  if (parsed?.origin !== publicUrl || parsed.username !== '' || parsed.password !== '') return null
  return invitationPaths.test(parsed.pathname) ? parsed.href : null
}

type Invitation = { userId: string; email: string; expires: number }

const signedParts = ({ userId, email, expires }: Invitation) => ['user-invitation', userId, email, expires]

/** The address with a token that says who invited whom; nothing is stored. */
export function invitationUrl(deps: Deps, url: string, people: { userId: string; email: string }): string {
  const expires = Math.floor(Date.now() / 1_000) + goodForDays * daySeconds
  const mac = deps.signer.sign(signedParts({ ...people, expires }))
  const address = Buffer.from(people.email).toString('base64url')
  const link = new URL(url)
  link.searchParams.set('token', [people.userId, expires, address, mac].join('.'))
  return link.href
}

/** For the holder of the email's token. Throws INVITATION_INVALID for one that is old, forged, or from a deleted account. */
export async function getUserInvitation(
  deps: Deps,
  ip: string,
  token: string,
): Promise<RouteReply<typeof detail>['result']> {
  const invitation = readToken(deps, token)
  const inviter = invitation && (await findUser(deps.db.orm, invitation.userId))
  if (!inviter) {
    await deps.limits.consume({ invitationTokenByAddress: ip })
    throw new DomainError('INVITATION_INVALID')
  }
  const { email } = invitation
  const hasAccount = (await findUserByEmail(deps.db.orm, email)) !== null
  return { invitedBy: { name: inviter.name }, email, hasAccount }
}

function readToken(deps: Deps, token: string): Invitation | null {
  const [userId = '', expires = '', address = '', mac = ''] = token.split('.')
  const email = Buffer.from(address, 'base64url').toString()
  const invitation = { userId, email, expires: Number(expires) }
  const isGood = isUuid(userId) && deps.signer.verify(signedParts(invitation), mac)
  return isGood && invitation.expires * 1_000 > Date.now() ? invitation : null
}
