import type { Invitation, InvitedRole } from '@wingmark/contract/invitations'
import type { InvitationRow } from '#server/modules/reviews/invitations/store'
import { composeLetter, quietName, shortName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

/** For the owner and whoever sent it, who may both send it again and take it back. */
export function presentInvitation(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: { name: row.invitedByName },
    state: row.expiresAt > new Date() ? 'PENDING' : 'EXPIRED',
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    can: { resend: true, revoke: true },
  }
}

const abilities: Record<InvitedRole, string> = {
  EDITOR: 'add designs, comment and resolve',
  COMMENTER: 'see the designs and comment on them',
  VIEWER: 'see the designs and what others say about them',
}

export function reviewInvitationMail(
  to: string,
  about: { inviter: string; review: string; role: InvitedRole; url: string; days: number },
): Mail {
  const { inviter, review, role, url, days } = about
  const letter = composeLetter({
    subject: `${shortName(inviter)} invites you to review “${shortName(review)}”`,
    title: `${quietName(inviter)} invites you to a review`,
    parts: [
      {
        text: `“${quietName(review)}” is waiting for you on Wingmark. You will be able to ${abilities[role]}.`,
      },
      { button: 'See the invitation', url },
      {
        text: `The invitation is for this address only and lasts ${days} days. Opening it decides nothing yet.`,
      },
    ],
    reasons: [
      'You get this because a member of the review entered your address.',
      'If you do not know them, ignore it. Nothing was made in your name.',
    ],
  })
  return { to, ...letter }
}
