import { Button } from '@mantine/core'
import { errorCatalogue } from '@wingmark/contract/errors'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import classes from './invitation.module.css'
import { InvitationHeading } from './invitation-heading.tsx'

/** Used, withdrawn, expired or never there: indistinguishable from outside. */
export function InvitationOver() {
  const { token } = useSession()
  const { pathname, search } = useLocation()
  return (
    <>
      <InvitationHeading title={errorCatalogue.INVITATION_INVALID.message}>
        It has already been answered or cancelled, or it has expired. Ask the person who sent it for a new
        one.
      </InvitationHeading>
      <div className={classes.actions}>
        {!token && (
          <Button
            component={Link}
            to={paths.signIn}
            size="md"
            fullWidth
            onClick={() => rememberWantedPath(pathname + search)}
          >
            Sign in if you’ve accepted it
          </Button>
        )}
        <Button
          component={Link}
          to={token ? paths.reviews : paths.home}
          size="md"
          variant="default"
          fullWidth
        >
          {token ? 'Go to your reviews' : 'Go to home page'}
        </Button>
      </div>
    </>
  )
}
