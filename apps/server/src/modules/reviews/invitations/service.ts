import type {
  getInvitation as detail,
  SendReviewInvitationBody,
  sendInvitation as sending,
} from '@wingmark/contract/invitations'
import type { RouteBody, RouteReply } from '@wingmark/contract/route'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import type { Mentioned } from '#server/module-parts'
import { isAtLeast, rolesToInvite } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import type { EmailWriters } from '#server/modules/mail/service'
import * as invitations from '#server/modules/members/invitations/service'
import { invitationEmailName, membershipOf } from '#server/modules/reviews/members/membership'
import { addByName } from '#server/modules/reviews/requests/service'

export async function sendInvitations(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  body: SendReviewInvitationBody,
): Promise<RouteReply<typeof sending>['result']> {
  const { role } = await requireAbility(deps, caller, { review: reviewId }, (one) =>
    rolesToInvite(one).includes(body.role),
  )
  const insider = { actor: caller.actor, role }
  if (body.person === undefined)
    return invitations.sendInvitations(deps, membershipOf(reviewId), insider, body)
  const letIn = await addByName(deps, insider, { review: reviewId, person: body.person, role: body.role })
  return { invitations: [], members: [], ...(letIn ? { letIn } : {}) }
}

/** Invites mentioned outsiders to comment. Checks no permission. */
export const inviteByMention = (deps: Deps, { actor, reviewId, role, people }: Mentioned): Promise<void> =>
  invitations.inviteByName(
    deps,
    membershipOf(reviewId),
    { actor, role },
    {
      role: 'COMMENTER',
      people,
      field: 'mentions',
    },
  )

/** For the owner and the sender. Returns whether it closed the plain address, as only the owner does. */
export async function revokeInvitation(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  id: string,
): Promise<boolean> {
  const { role } = await requireAbility(deps, caller, { review: reviewId }, (one) => isAtLeast(one, 'EDITOR'))
  const outcome = { hasClosed: false }
  await invitations.revokeInvitation(deps, membershipOf(reviewId, outcome), { actor: caller.actor, role }, id)
  return outcome.hasClosed
}

type Asked = Pick<RouteBody<typeof detail>, 'token' | 'review'>

const shownBy = ({ token, review }: Asked): invitations.Shown =>
  review === undefined ? { token: token ?? '' } : { subject: review }

export async function getInvitation(
  deps: Deps,
  caller: { actor: Actor; ip: string },
  asked: Asked,
): Promise<RouteReply<typeof detail>['result']> {
  const { found, about } = await invitations.getInvitation(deps, 'REVIEW', caller, shownBy(asked))
  return { review: { name: found.name, fileCount: found.size }, ...about }
}

export async function respondInvitation(
  deps: Deps,
  caller: { actor: UserActor; ip: string },
  { response, ...asked }: Asked & { response: 'ACCEPT' | 'DECLINE' },
) {
  const answer = { shown: shownBy(asked), response, membershipOf }
  const id = await invitations.respondInvitation(deps, 'REVIEW', caller, answer)
  return { response, review: response === 'ACCEPT' ? id : null }
}

export const reviewEmails: EmailWriters = {
  [invitationEmailName]: invitations.invitationEmail('REVIEW', '/invite/review', {
    verb: 'to review',
    noun: 'review',
    abilities: {
      EDITOR: 'add designs, comment and resolve',
      COMMENTER: 'see the designs and comment on them',
      VIEWER: 'see the designs and comments',
    },
  }),
}
