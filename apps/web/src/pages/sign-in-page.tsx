import { Link } from 'react-router'
import { paths } from '#web/app/paths'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { SignInForm } from '#web/features/account/components/sign-in-form'
import { useSession } from '#web/lib/session'

export function SignInPage() {
  const { token } = useSession()
  if (token) return <AfterSignIn />
  return (
    <>
      <AuthHeading title="Welcome back">
        New to Wingmark? <Link to={paths.register}>Create an account</Link>
      </AuthHeading>
      <SignInForm />
    </>
  )
}
