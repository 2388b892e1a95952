import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { Link } from 'react-router'
import { userInvitationQuery } from '#web/features/invitations/queries'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import classes from './invitation.module.css'
import { InvitationHeading } from './invitation-heading.tsx'
import { InvitationOver } from './invitation-over.tsx'
import { InvitationLoading } from './invitation-view.tsx'
import { WaysIn } from './ways-in.tsx'

/** An invitation to Wingmark itself: its sender, and registration. */
export function UserInvitation({ token }: { token: string }) {
  const session = useSession()
  const { data, error, refetch } = useQuery(userInvitationQuery(token))
  if (error instanceof ApiError && [410, 422].includes(error.status)) return <InvitationOver />
  if (!data && error) return <LoadError what="The invitation" onRetry={() => void refetch()} />
  if (!data) return <InvitationLoading />
  return (
    <>
      <InvitationHeading title={`${isolated(data.invitedBy.name)} invited you to Wingmark`}>
        Get feedback on the exact spot: open a link, click the design and write.
      </InvitationHeading>
      {session.token ? (
        <div className={classes.actions}>
          <Button component={Link} to={paths.dashboard} size="md" fullWidth>
            You’re signed in. Go to dashboard
          </Button>
        </div>
      ) : (
        <WaysIn email={data.email} hasAccount={data.hasAccount} comesBack={false} />
      )}
    </>
  )
}
