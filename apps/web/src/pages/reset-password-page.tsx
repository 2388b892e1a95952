import { Button } from '@mantine/core'
import { resetLinkInvalid } from '@wingmark/contract/users'
import { Link, useSearchParams } from 'react-router'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { ResetPasswordForm } from '#web/features/account/components/reset-password-form'
import { paths } from '#web/lib/paths'

export function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  if (token.length < 8) {
    return (
      <>
        <AuthHeading title="Set a new password">{resetLinkInvalid}</AuthHeading>
        <Button component={Link} to={paths.forgotPassword} size="md" fullWidth>
          Send new link
        </Button>
      </>
    )
  }
  return (
    <>
      <AuthHeading title="Set a new password">
        You’ll be signed out everywhere. <Link to={paths.forgotPassword}>Send new link</Link>
      </AuthHeading>
      <ResetPasswordForm token={token} />
    </>
  )
}
