import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import classes from './ways-in.module.css'

const ways = [
  { way: 'sign-in', to: paths.signIn, label: 'Sign in' },
  { way: 'register', to: paths.register, label: 'Create an account' },
] as const

type Props = { current: (typeof ways)[number]['way']; email: string }

/** For someone new on this device: both ways in look the same. */
export function WaysIn({ current, email }: Props) {
  return (
    <nav aria-label="Sign in or create an account" className={classes.root}>
      {ways.map(({ way, to, label }) => (
        <Link
          key={way}
          to={to}
          replace
          state={{ email }}
          className={classes.way}
          aria-current={way === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
