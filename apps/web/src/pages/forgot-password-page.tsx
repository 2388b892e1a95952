import { Link, useLocation } from 'react-router'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { ForgotPasswordForm } from '#web/features/account/components/forgot-password-form'
import { emailInState } from '#web/features/account/email-in-state'
import { paths } from '#web/lib/paths'

export function ForgotPasswordPage() {
  const email = emailInState(useLocation().state)
  return (
    <>
      <AuthHeading title="Forgot your password?">
        We’ll email you a link to set a new one. <Link to={paths.signIn}>Back to sign in</Link>
      </AuthHeading>
      <ForgotPasswordForm email={email} />
    </>
  )
}
