import { Alert } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { SignInForm } from '#web/features/account/components/sign-in-form'
import { WaysIn } from '#web/features/account/components/ways-in'
import { emailInState } from '#web/features/account/email-in-state'
import { paths } from '#web/lib/paths'
import { useSession, wasHereBefore, wasSignedOut } from '#web/lib/session'

export function SignInPage() {
  const { token } = useSession()
  const email = emailInState(useLocation().state)
  if (token) return <AfterSignIn />
  return (
    <>
      {wasHereBefore() ? (
        <AuthHeading title="Welcome back" name="Sign in">
          New to Wingmark?{' '}
          <Link to={paths.register} state={{ email }}>
            Create an account
          </Link>
        </AuthHeading>
      ) : (
        <>
          <WaysIn current="sign-in" email={email} />
          <AuthHeading title="Sign in">Or create an account: free, and ready in a minute.</AuthHeading>
        </>
      )}
      {wasSignedOut() && (
        <Alert role="status" mb="md">
          You were signed out. Sign in to continue where you left off.
        </Alert>
      )}
      <SignInForm email={email} />
    </>
  )
}
