import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useRespondInvitation } from '#web/features/invitations/queries'
import { paths } from '#web/lib/paths'
import classes from './invitation.module.css'
import { InvitationOver } from './invitation-over.tsx'

/** Accept or decline; accepting leads into the review. */
export function InvitationAnswer({ token, onDeclined }: { token: string; onDeclined: () => void }) {
  const navigate = useNavigate()
  const respond = useRespondInvitation(token)
  const answer = (response: 'ACCEPT' | 'DECLINE') =>
    respond.mutate(response, {
      onSuccess: ({ review }) => {
        if (review) void navigate(paths.review(review), { replace: true })
        else onDeclined()
      },
    })
  if (respond.error && 'status' in respond.error && respond.error.status === 410) return <InvitationOver />
  const isBusy = (response: string) => respond.isPending && respond.variables === response
  return (
    <div className={classes.actions}>
      <Button size="md" fullWidth loading={isBusy('ACCEPT')} onClick={() => answer('ACCEPT')}>
        Accept
      </Button>
      <Button
        size="md"
        fullWidth
        variant="default"
        loading={isBusy('DECLINE')}
        onClick={() => answer('DECLINE')}
      >
        Decline
      </Button>
    </div>
  )
}
