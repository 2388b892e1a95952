import { Link } from 'react-router'
import { paths } from '#web/app/paths'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { RegisterForm } from '#web/features/account/components/register-form'
import { useSession } from '#web/lib/session'

export function RegisterPage() {
  const { token } = useSession()
  if (token) return <AfterSignIn />
  return (
    <>
      <AuthHeading title="Create your account">
        Already have one? <Link to={paths.signIn}>Sign in</Link>
      </AuthHeading>
      <RegisterForm />
    </>
  )
}
