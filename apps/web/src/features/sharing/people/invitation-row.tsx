import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Invitation } from '@wingmark/contract/invitations'
import { isolated } from '@wingmark/contract/names'
import { formatRelativeTime } from '#web/lib/format'
import { roleNames } from '#web/lib/roles'
import { toast, toastError, toastSuccess } from '#web/lib/toast'
import type { Membership } from './membership.ts'
import classes from './people.module.css'
import { useRevokeInvitation, useSendInvitations } from './people-queries.ts'

type Props = { membership: Membership; invitation: Invitation; onGone: () => void }

/** Someone who has not answered yet. */
export function InvitationRow({ membership, invitation, onGone }: Props) {
  const send = useSendInvitations(membership)
  const revoke = useRevokeInvitation(membership)
  const { _id, email, name, role, state, sentAt, can } = invitation
  const invited = email ?? name ?? ''
  const resend = () =>
    email !== null &&
    send.mutate(
      { emails: [email], role },
      {
        onSuccess: ({ invitations }) => {
          if (invitations[0]?.sentAt === sentAt) toast('An email went out a moment ago. Give it a minute.')
          else toastSuccess(`Invitation sent again to ${email}`)
        },
        onError: (error) => 'status' in error && error.status !== 0 && toastError(error.message),
      },
    )
  const revokeNow = () => revoke.mutateAsync(_id).then(onGone, () => null)
  return (
    <li className={classes.personItem}>
      <div className={classes.person}>
        <span className={classes.mailFace} aria-hidden>
          <IconMail size={18} stroke={1.75} />
        </span>
        <div className={classes.personWords}>
          <span className={classes.personName}>{invited}</span>
          <span className={classes.personNote} data-wraps>
            {state === 'EXPIRED'
              ? 'The invitation has expired'
              : `${roleNames[role]} · invited ${formatRelativeTime(sentAt)} by ${isolated(invitation.invitedBy.name)}`}
          </span>
        </div>
        <div className={classes.personButtons}>
          {can.resend && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Send again to ${invited}`}
              loading={send.isPending}
              onClick={resend}
            >
              Send again
            </Button>
          )}
          {can.revoke && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Cancel the invitation to ${invited}`}
              loading={revoke.isPending}
              onClick={() => void revokeNow()}
            >
              Cancel
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
