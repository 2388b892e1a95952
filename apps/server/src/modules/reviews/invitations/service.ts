import {
  alreadyMember,
  type getInvitation as detail,
  type SendInvitationBody,
  type sendInvitation as sending,
} from '@wingmark/contract/invitations'
import { invitationDays, invitedAtOnceMax } from '@wingmark/contract/limits'
import type { RouteReply } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { isAtLeast, type ReviewAccess, rolesToInvite } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, wakeSubject } from '#server/modules/events/service'
import { type LetterWriters, queueLetter } from '#server/modules/mail/service'
import { presentInvitation, reviewInvitationMail } from '#server/modules/reviews/invitations/present'
import {
  answerInvitation,
  findAddress,
  findOpenByToken,
  findSender,
  hasHigherPending,
  listMemberAddresses,
  listPendingFor,
  putInvitations,
  revokeInvitationRow,
  setToken,
} from '#server/modules/reviews/invitations/store'
import { closePlainAddress } from '#server/modules/reviews/links/service'
import { lockMember, putMember } from '#server/modules/reviews/members/store'
import { lockReview } from '#server/modules/reviews/store'
import { lockUser, proveAddress } from '#server/modules/users/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'
import { hashToken, randomToken } from '#server/platform/tokens'

type UserCaller = Caller & { actor: UserActor }

const invalid = () => new DomainError('INVITATION_INVALID')
const hourSeconds = 3_600

/** Makes or renews an invitation for each address and has the mails sent. Throws RATE_LIMITED, CONFLICT when all are members. */
export async function sendInvitations(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  body: SendInvitationBody,
): Promise<RouteReply<typeof sending>['result']> {
  const { role } = body
  const access = await requireAbility(deps, caller, { review: reviewId }, (one) =>
    rolesToInvite(one).includes(role),
  )
  const { actor } = caller
  const emails = [...new Set([...(body.email ? [body.email] : []), ...(body.emails ?? [])])]
  await countInvitations(deps, actor.id, emails)
  const members = await listMemberAddresses(deps.db.orm, reviewId, emails)
  const invited = emails.filter((email) => !members.includes(email))
  if (invited.length === 0) throw new DomainError('CONFLICT', { message: alreadyMember })
  await deps.db.orm.transaction(async (tx) => {
    await requireStillSo(tx, access, actor.id)
    const mayAll = rolesToInvite(access).includes('EDITOR')
    if (!mayAll && (await hasHigherPending(tx, { reviewId, role, emails: invited, besides: actor.id })))
      throw forbidden()
    const due = await putInvitations(tx, {
      reviewId,
      role,
      invitedBy: actor.id,
      takesOver: mayAll,
      days: invitationDays,
      invited: invited.map((email) => ({ id: uuid(), email })),
    })
    for (const invitationId of due) {
      await queueLetter(tx, {
        letter: 'reviews:invitation',
        facts: { invitationId },
        key: `invitation ${invitationId}`,
      })
    }
    if (due.length === 0) return
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: 'INVITED',
      target: invited.join(', '),
      after: role,
    })
  })
  const rows = await listPendingFor(deps.db, reviewId, invited)
  return { invitations: rows.map(presentInvitation), members }
}

// A member can have been removed, or made less, since they were looked up; then their invitations are taken back already.
async function requireStillSo(tx: Transaction, access: ReviewAccess, userId: string): Promise<void> {
  const review = await lockReview(tx, access.reviewId)
  if (review?.ownerId === userId) return
  const member = review && (await lockMember(tx, access.reviewId, userId))
  if (!member) throw notFound()
  if (!isAtLeast(member, access.role)) throw forbidden()
}

async function countInvitations(deps: Deps, userId: string, emails: readonly string[]): Promise<void> {
  if (emails.length > invitedAtOnceMax) {
    const message = `At most ${invitedAtOnceMax} people can be invited at once.`
    throw new DomainError('RATE_LIMITED', { message, retryAfterSeconds: hourSeconds })
  }
  await deps.limits.consume({ reviewInvitesByUser: userId }, emails.length)
  await Promise.all(emails.map((email) => deps.limits.consume({ reviewInvitesByRecipient: email })))
}

/** For the owner, and for whoever sent it. Answers whether it has closed the plain address, as only the owner does. */
export async function revokeInvitation(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  id: string,
): Promise<boolean> {
  const access = await requireAbility(deps, caller, { review: reviewId }, (one) => isAtLeast(one, 'EDITOR'))
  const { actor } = caller
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    const sender = await findSender(tx, reviewId, id)
    if (!sender) throw notFound()
    if (access.role !== 'OWNER' && sender.invitedBy !== actor.id) throw forbidden()
    const revoked = await revokeInvitationRow(tx, reviewId, id)
    if (!revoked) throw notFound()
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: 'INVITATION_REVOKED',
      target: revoked.email,
    })
    if (access.role !== 'OWNER') return false
    await lockReview(tx, reviewId)
    if (!(await closePlainAddress(tx, reviewId, actor))) return false
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return true
  })
  if (hasClosed) wakeSubject(deps, ofReview(reviewId))
  return hasClosed
}

/** For whoever holds the token of the mail. Throws INVITATION_INVALID for one that is used, revoked, expired or unknown. */
export async function getInvitation(
  deps: Deps,
  { actor, ip }: { actor: Actor; ip: string },
  token: string,
): Promise<RouteReply<typeof detail>['result']> {
  const found = await findOpenByToken(deps.db, hashToken(token))
  if (!found) {
    await deps.limits.consume({ invitationTokenByAddress: ip })
    throw invalid()
  }
  const own = actor.kind === 'user' ? await findAddress(deps.db, actor.id) : null
  return {
    review: { name: found.reviewName, fileCount: found.fileCount },
    invitedBy: { name: found.inviter },
    role: found.role,
    email: found.email,
    hasAccount: found.hasAccount,
    isForCaller: own === found.email,
    expiresAt: found.expiresAt.toISOString(),
  }
}

/** Only for the account with the invited address. A member's role is raised by it, never lowered. */
export async function respondInvitation(
  deps: Deps,
  { actor, ip }: { actor: UserActor; ip: string },
  input: { token: string; response: 'ACCEPT' | 'DECLINE' },
) {
  const { response } = input
  const answered = await deps.db.orm.transaction(async (tx) => {
    const state = response === 'ACCEPT' ? 'ACCEPTED' : 'DECLINED'
    const answer = { tokenHash: hashToken(input.token), userId: actor.id, state } as const
    const invitation = await answerInvitation(tx, answer)
    if (!invitation) return null
    const { reviewId, role, isOwner } = invitation
    const action = response === 'ACCEPT' ? 'JOINED' : 'INVITATION_DECLINED'
    if (response === 'ACCEPT' && !isOwner) {
      const member = await lockMember(tx, reviewId, actor.id)
      if (!member || !isAtLeast(member, role)) await putMember(tx, reviewId, actor.id, role)
    }
    // The token was in a mail to the account's address, and nowhere else.
    const user = response === 'ACCEPT' ? await lockUser(tx, actor.id) : null
    if (user) await proveAddress(tx, user, actor)
    await recordActivity(tx, { subject: ofReview(reviewId), actor, action, after: role })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return reviewId
  })
  if (answered === null) {
    await deps.limits.consume({ invitationTokenByAddress: ip })
    throw invalid()
  }
  wakeSubject(deps, ofReview(answered))
  return { response, review: response === 'ACCEPT' ? answered : null }
}

const OfInvitation = z.object({ invitationId: z.uuid() })

/** The letters of reviews. The token is made at the moment of sending and ends that of the mail before. */
export const reviewLetters: LetterWriters = {
  'reviews:invitation': async (deps, facts) => {
    const token = randomToken()
    const found = await setToken(deps.db, OfInvitation.parse(facts).invitationId, hashToken(token))
    if (!found) return null
    const { email, inviter, role, reviewName: review } = found
    const url = `${deps.config.publicUrl}/invite/review?token=${token}`
    return reviewInvitationMail(email, { inviter, review, role, url, days: invitationDays })
  },
}
