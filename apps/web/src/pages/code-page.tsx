import { Link, Navigate, useLocation } from 'react-router'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { CodeForm } from '#web/features/account/components/code-form'
import { emailInState } from '#web/features/account/email-in-state'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'

export function CodePage() {
  const { token } = useSession()
  const email = emailInState(useLocation().state)
  if (token) return <AfterSignIn />
  if (!email) return <Navigate to={paths.signIn} replace />
  return (
    <>
      <AuthHeading title="Enter the code">
        If there’s an account for <strong>{email}</strong>, we’ve emailed a six-digit code. It expires in 10
        minutes. <Link to={paths.signIn}>Use another address</Link>
      </AuthHeading>
      <CodeForm email={email} />
    </>
  )
}
