import { dayWords } from '@wingmark/contract/days'
import type { Invitation, InvitedRole } from '@wingmark/contract/invitations'
import type { OpenInvitation } from '#server/modules/members/invitations/acceptance/store'
import type { InvitationRow } from '#server/modules/members/invitations/store'
import { composeEmail, quietName, shortName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

/** For the owner and the sender, who may both resend or revoke it. */
export function presentInvitation(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    invitedBy: { name: row.invitedByName },
    state: row.expiresAt > new Date() ? 'PENDING' : 'EXPIRED',
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    // To invite people by name again, mention them again.
    can: { resend: row.email !== null, revoke: true },
  }
}

/** Words for a kind's email: `invited you <verb> “Name”`, to a `<noun>`. */
export type InvitationWords = { verb: string; noun: string; abilities: Record<InvitedRole, string> }

export function invitationMail(
  found: OpenInvitation,
  { verb, noun, abilities }: InvitationWords,
  { url, days }: { url: string; days: number },
): Mail {
  const { inviter, name, role, isByName, commentsUntil } = found
  const until = commentsUntil ? ` Feedback is due by ${dayWords(commentsUntil, 'long')}.` : ''
  const letter = composeEmail({
    subject: `${shortName(inviter)} invited you ${verb} “${shortName(name)}”`,
    title: `${quietName(inviter)} invited you to a ${noun}`,
    parts: [
      {
        text: `“${quietName(name)}” is waiting for you on Wingmark. You can ${abilities[role]}.${until}`,
      },
      { button: 'See invitation', url },
      {
        text: `The invitation is for this address only and expires in ${days} days. Opening it doesn’t accept it.`,
      },
    ],
    reasons: [
      isByName
        ? `You’re receiving this email because someone you’re connected to or work with added you by name. Nobody saw your email address.`
        : `You’re receiving this email because a member of the ${noun} entered your address.`,
      'If you don’t know them, ignore this email. Nothing was created in your name.',
    ],
  })
  return { to: found.email, ...letter }
}
