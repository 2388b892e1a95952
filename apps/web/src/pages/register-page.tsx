import { Link, useLocation } from 'react-router'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { RegisterForm } from '#web/features/account/components/register-form'
import { WaysIn } from '#web/features/account/components/ways-in'
import { emailInState } from '#web/features/account/email-in-state'
import { paths } from '#web/lib/paths'
import { useSession, wasHereBefore } from '#web/lib/session'

export function RegisterPage() {
  const { token } = useSession()
  const email = emailInState(useLocation().state)
  if (token) return <AfterSignIn />
  const isNew = !wasHereBefore()
  return (
    <>
      {isNew && <WaysIn current="register" email={email} />}
      <AuthHeading title="Create your account" name="Create an account">
        {isNew ? (
          'Free, and ready in a minute.'
        ) : (
          <>
            Already have one?{' '}
            <Link to={paths.signIn} state={{ email }}>
              Sign in
            </Link>
          </>
        )}
      </AuthHeading>
      <RegisterForm email={email} />
    </>
  )
}
