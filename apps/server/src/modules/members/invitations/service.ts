import {
  alreadyMember,
  type InvitedRole,
  type SendInvitationBody,
  type sendInvitation,
} from '@wingmark/contract/invitations'
import { invitationDays, invitedAtOnceMax } from '@wingmark/contract/limits'
import type { RouteReply } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { isAtLeast, rolesToInvite } from '#server/modules/access/policy'
import type { PeopledSubject } from '#server/modules/access/subjects/policy'
import { signalInboxes, signalSubject } from '#server/modules/events/service'
import { type EmailWriters, queueEmail } from '#server/modules/mail/service'
import {
  findJoined,
  findOpenByToken,
  findOpenFor,
  type OpenInvitation,
  setToken,
} from '#server/modules/members/invitations/acceptance/store'
import {
  type InvitationWords,
  invitationMail,
  presentInvitation,
} from '#server/modules/members/invitations/present'
import {
  answerInvitation,
  countPending,
  findAddress,
  findInvitable,
  findSender,
  hasHigherPending,
  listMemberAddresses,
  listPendingFor,
  putInvitations,
  revokeInvitationRow,
} from '#server/modules/members/invitations/store'
import { type Insider, type Membership, requireRoom } from '#server/modules/members/service'
import { lockMember, putMember } from '#server/modules/members/store'
import { lockUser, verifyEmail } from '#server/modules/users/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'
import { hashToken, randomToken } from '#server/platform/tokens'

const invalid = () => new DomainError('INVITATION_INVALID')
const hourSeconds = 3_600

/** Creates or renews an invitation per address and queues emails. Throws RATE_LIMITED, CONFLICT if all are members. */
export async function sendInvitations(
  deps: Deps,
  membership: Membership,
  insider: Insider,
  body: SendInvitationBody,
): Promise<RouteReply<typeof sendInvitation>['result']> {
  const { role } = body
  const { subject } = membership
  const emails = [...new Set([...(body.email ? [body.email] : []), ...(body.emails ?? [])])]
  await countInvitations(deps, insider.actor.id, emails)
  const members = await listMemberAddresses(deps.db.orm, subject, emails)
  const invited = emails.filter((email) => !members.includes(email))
  if (invited.length === 0) throw new DomainError('CONFLICT', { message: alreadyMember })
  const called = invited.map((email) => ({ email, person: null, name: email }))
  await invite(deps, membership, insider, { role, invited: called, field: 'email' })
  const rows = await listPendingFor(deps.db, subject, invited)
  return { invitations: rows.map(presentInvitation), members }
}

/** Invites people by id; skips members and pending invitations. Throws RATE_LIMITED, INVALID_FIELDS about `field`. */
export async function inviteByName(
  deps: Deps,
  membership: Membership,
  insider: Insider,
  { role, people, field }: { role: InvitedRole; people: readonly string[]; field: string },
): Promise<void> {
  const invited = await findInvitable(deps.db, membership.subject, people)
  if (invited.length === 0) return
  const emails = invited.map(({ email }) => email)
  await countInvitations(deps, insider.actor.id, emails)
  await invite(deps, membership, insider, { role, invited, field })
}

type Invited = {
  role: InvitedRole
  /** `name`: the name that the record uses. */
  invited: { email: string; person: string | null; name: string }[]
  /** The request's field that named them. */
  field: string
}

async function invite(
  deps: Deps,
  membership: Membership,
  insider: Insider,
  { role, invited, field }: Invited,
): Promise<void> {
  const { subject, letter } = membership
  const { actor } = insider
  const emails = invited.map(({ email }) => email)
  const notified = await deps.db.orm.transaction(async (tx) => {
    await requireStillSo(tx, membership, insider)
    const mayAll = rolesToInvite(insider).includes('EDITOR')
    if (!mayAll && (await hasHigherPending(tx, subject, { role, emails, besides: actor.id })))
      throw forbidden()
    const due = await putInvitations(tx, subject, {
      role,
      invitedBy: actor.id,
      takesOver: mayAll,
      days: invitationDays,
      invited: invited.map(({ email, person }) => ({ id: uuid(), email, person })),
    })
    await requireRoom(tx, membership, await countPending(tx, subject), field)
    for (const invitationId of due)
      await queueEmail(tx, { letter, facts: { invitationId }, key: `invitation ${invitationId}` })
    if (due.length === 0) return []
    const target = invited.map(({ name }) => name).join(', ')
    return membership.record(tx, actor, { action: 'INVITED', emails, target, after: role })
  })
  signalInboxes(deps, notified)
}

/** Checks that the caller was not removed or demoted since the lookup, which would have revoked their invitations. */
export async function requireStillSo(
  tx: Transaction,
  membership: Membership,
  { actor, role }: Insider,
): Promise<void> {
  const locked = await membership.lock(tx)
  if (locked?.ownerId === actor.id) return
  const member = locked && (await lockMember(tx, membership.subject, actor.id))
  if (!member) throw notFound()
  if (!isAtLeast(member, role)) throw forbidden()
}

async function countInvitations(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  if (emails.length > invitedAtOnceMax) {
    const message = `You can invite at most ${invitedAtOnceMax} people at once.`
    throw new DomainError('RATE_LIMITED', { message, retryAfterSeconds: hourSeconds })
  }
  await deps.limits.consume({ reviewInvitesByUser: userId }, emails.length)
  await Promise.all(emails.map((email) => deps.limits.consume({ reviewInvitesByRecipient: email })))
}

/** For the owner and the sender. */
export async function revokeInvitation(
  deps: Deps,
  membership: Membership,
  { actor, role }: Insider,
  id: string,
): Promise<void> {
  const { subject } = membership
  await deps.db.orm.transaction(async (tx) => {
    await membership.lock(tx)
    const sender = await findSender(tx, subject, id)
    if (!sender) throw notFound()
    if (role !== 'OWNER' && sender.invitedBy !== actor.id) throw forbidden()
    const revoked = await revokeInvitationRow(tx, subject, id)
    if (!revoked) throw notFound()
    await membership.record(tx, actor, {
      action: 'INVITATION_REVOKED',
      target: revoked.invited,
      isLess: role === 'OWNER',
    })
  })
  signalSubject(deps, subject)
}

/** The token of the email, or the subject, for users signed in with the verified address. */
export type Shown = { token: string } | { subject: string }

const findOpen = (deps: Deps, kind: PeopledSubject['kind'], actor: Actor, shown: Shown) => {
  if ('token' in shown) return findOpenByToken(deps.db, kind, hashToken(shown.token))
  return actor.kind === 'user' ? findOpenFor(deps.db, { kind, _id: shown.subject }, actor.id) : null
}

const findAccepted = (deps: Deps, kind: PeopledSubject['kind'], actor: Actor, shown: Shown) =>
  actor.kind === 'user'
    ? findJoined(deps.db, kind, {
        tokenHash: 'token' in shown ? hashToken(shown.token) : null,
        subject: 'subject' in shown ? shown.subject : null,
        user: actor.id,
      })
    : null

/** The user who accepted it sees it again. Throws INVITATION_INVALID if used by others, revoked, expired or unknown. */
export async function getInvitation(
  deps: Deps,
  kind: PeopledSubject['kind'],
  { actor, ip }: { actor: Actor; ip: string },
  shown: Shown,
) {
  const open = await findOpen(deps, kind, actor, shown)
  const accepted = open ? null : await findAccepted(deps, kind, actor, shown)
  const found = open ?? accepted
  if (!found) {
    await deps.limits.consume({ invitationTokenByAddress: ip })
    throw invalid()
  }
  const own = actor.kind === 'user' ? await findAddress(deps.db, actor.id) : null
  return { found, about: { ...presentInvited(found, own), joined: accepted?.subjectId ?? null } }
}

function presentInvited(found: OpenInvitation, own: string | null) {
  return {
    invitedBy: { name: found.inviter },
    role: found.role,
    email: found.email,
    hasAccount: found.hasAccount,
    isForCaller: own === found.email,
    expiresAt: found.expiresAt.toISOString(),
  }
}

type Response = 'ACCEPT' | 'DECLINE'

/** Only for the invited address's account. Raises roles, never lowers them; idempotent. Returns what the user was invited to. */
export async function respondInvitation(
  deps: Deps,
  kind: PeopledSubject['kind'],
  { actor, ip }: { actor: UserActor; ip: string },
  {
    shown,
    response,
    membershipOf,
  }: { shown: Shown; response: Response; membershipOf: (id: string) => Membership },
): Promise<string> {
  const found = await findOpen(deps, kind, actor, shown)
  const membership = found && membershipOf(found.subjectId)
  const isAnswered =
    found !== null &&
    membership !== null &&
    (await deps.db.orm.transaction((tx) => answer(deps, tx, membership, { actor, id: found.id, response })))
  if (isAnswered) {
    signalSubject(deps, membership.subject)
    return membership.subject._id
  }
  const accepted = response === 'ACCEPT' ? await findAccepted(deps, kind, actor, shown) : null
  if (accepted) return accepted.subjectId
  await deps.limits.consume({ invitationTokenByAddress: ip })
  throw invalid()
}

type Answer = { actor: UserActor; id: string; response: Response }

async function answer(
  deps: Deps,
  tx: Transaction,
  membership: Membership,
  { actor, id, response }: Answer,
): Promise<boolean> {
  const { subject } = membership
  const owner = await membership.lock(tx)
  const state = response === 'ACCEPT' ? 'ACCEPTED' : 'DECLINED'
  const invitation = await answerInvitation(tx, subject, { id, userId: actor.id, state })
  if (!owner || !invitation) return false
  const { role } = invitation
  if (response === 'DECLINE') {
    await membership.record(tx, actor, { action: 'INVITATION_DECLINED', after: role })
    return true
  }
  if (owner.ownerId !== actor.id) {
    const member = await lockMember(tx, subject, actor.id)
    if (!member) await requireRoom(tx, membership, 1, 'email')
    if (!member || !isAtLeast(member, role)) await putMember(tx, subject, actor.id, role)
  }
  // Only an email to the account's address held the token; without one the address is verified.
  const user = await lockUser(tx, actor.id)
  if (user) await verifyEmail(deps, tx, user, actor)
  await membership.record(tx, actor, { action: 'JOINED', member: actor.id, after: role })
  return true
}

const OfInvitation = z.object({ invitationId: z.uuid() })

/** Writes a kind's email. The token, made on sending, replaces that of the email before. */
export const invitationEmail =
  (kind: PeopledSubject['kind'], path: string, words: InvitationWords): EmailWriters[string] =>
  async (deps, facts) => {
    const token = randomToken()
    const found = await setToken(deps.db, kind, OfInvitation.parse(facts).invitationId, hashToken(token))
    if (!found) return null
    const url = `${deps.config.publicUrl}${path}?token=${token}`
    return invitationMail(found, words, { url, days: invitationDays })
  }
