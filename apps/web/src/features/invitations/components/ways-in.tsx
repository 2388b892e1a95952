import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/lib/paths'
import { rememberWantedPath } from '#web/lib/session'
import classes from './invitation.module.css'

/** Sign-in or registration with the address filled in; returns to this page while it is still needed. */
export function WaysIn({
  email,
  hasAccount,
  comesBack,
}: {
  email: string
  hasAccount: boolean
  comesBack: boolean
}) {
  const { pathname, search } = useLocation()
  const remember = () => comesBack && rememberWantedPath(pathname + search)
  const ways = [
    { to: paths.register, label: 'Create an account', isFirst: !hasAccount },
    { to: paths.signIn, label: 'Sign in', isFirst: hasAccount },
  ].toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
  return (
    <div className={classes.actions}>
      {ways.map(({ to, label, isFirst }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          state={{ email }}
          size="md"
          fullWidth
          variant={isFirst ? 'filled' : 'default'}
          onClick={remember}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
