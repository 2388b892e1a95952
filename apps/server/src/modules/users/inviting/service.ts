import type { RouteBody } from '@wingmark/contract/route'
import type { inviteUser as contract } from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { queueLetter } from '#server/modules/mail/service'
import { findUserByEmail } from '#server/modules/users/store'
import { invalidFields } from '#server/platform/domain-error'

const invitationPath = '/invite'

/** Tells by design whether an address has an account; the limit is what keeps it from telling many. */
export async function checkEmail(deps: Deps, ip: string, email: string) {
  await deps.limits.consume({ checkEmailByAddress: ip })
  return { email, exists: (await findUserByEmail(deps.db.orm, email)) !== null }
}

/** Throws INVALID_FIELDS for an address outside Wingmark, so that its mails lead nowhere else. */
export async function inviteUser(deps: Deps, actor: UserActor, { email, url }: RouteBody<typeof contract>) {
  const link = ownAddress(deps, url ?? invitationPath)
  if (link === null) throw invalidFields({ url: 'This link does not lead to Wingmark.' })
  await deps.limits.consume({ inviteByUser: actor.id, inviteByRecipient: email })
  await queueLetter(deps.db.orm, {
    letter: 'users:invitation',
    facts: { userId: actor.id, email, url: link },
  })
}

function ownAddress(deps: Deps, url: string): string | null {
  const { publicUrl } = deps.config
  const parsed = URL.parse(url, publicUrl)
  const isOwn = parsed?.origin === publicUrl && parsed.username === '' && parsed.password === ''
  return isOwn ? parsed.href : null
}
