import { Link, useLocation } from 'react-router'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { RegisterForm } from '#web/features/account/components/register-form'
import { emailInState } from '#web/features/account/email-in-state'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'

export function RegisterPage() {
  const { token } = useSession()
  const email = emailInState(useLocation().state)
  if (token) return <AfterSignIn />
  return (
    <>
      <AuthHeading title="Create your account">
        Already have one?{' '}
        <Link to={paths.signIn} state={{ email }}>
          Sign in
        </Link>
      </AuthHeading>
      <RegisterForm email={email} />
    </>
  )
}
