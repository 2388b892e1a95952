import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { InvitationResponse } from '#web/features/invitations/queries'
import classes from './invitation.module.css'
import { InvitationOver } from './invitation-over.tsx'

type Props = {
  respond: UseMutationResult<string | null, Error, InvitationResponse>
  pathOf: (id: string) => string
  onDeclined: () => void
}

/** Accepts or declines; accepting opens it. */
export function InvitationAnswer({ respond, pathOf, onDeclined }: Props) {
  const navigate = useNavigate()
  const answer = (response: InvitationResponse) =>
    respond.mutate(response, {
      onSuccess: (id) => {
        if (id) void navigate(pathOf(id), { replace: true })
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
