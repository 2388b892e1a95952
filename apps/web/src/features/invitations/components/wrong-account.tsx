import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clientMessages } from '@wingmark/contract/errors'
import { Link, useLocation } from 'react-router'
import { profileQuery, signOut } from '#web/features/account/queries'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { leaveSession } from '#web/lib/session'
import { toastError } from '#web/lib/toast'
import classes from './invitation.module.css'

/** Signed in with another account than the invited one. */
export function WrongAccount({ email }: { email: string }) {
  const { data } = useQuery(profileQuery)
  const { pathname, search } = useLocation()
  const leave = async () => {
    try {
      await signOut()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) return toastError(clientMessages.logoutFailed)
    }
    void leaveSession(pathname + search)
  }
  return (
    <>
      <p className={classes.note} role="status">
        The invitation is for {email}
        {data ? `, and you’re signed in as ${data.user.email}` : ''}. Only the invited address can answer it.
      </p>
      <div className={classes.actions}>
        <Button size="md" fullWidth onClick={leave}>
          Sign out and use another account
        </Button>
        <Button component={Link} to={paths.reviews} size="md" fullWidth variant="default">
          Go to your reviews
        </Button>
      </div>
    </>
  )
}
