import { useDocumentTitle } from '@mantine/hooks'
import { paths } from '#web/app/paths'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { RegisterForm } from '#web/features/account/components/register-form'
import { ReviewPicture } from '#web/features/welcome/components/review-picture'
import { useSession } from '#web/lib/session'
import { Logo } from '#web/ui/logo'
import { SplitScreen } from '#web/ui/split-screen'

export function RegisterPage() {
  useDocumentTitle('Create an account · Wingmark')
  const { token } = useSession()
  if (token) return <AfterSignIn />
  return (
    <SplitScreen header={<Logo to={paths.home} />} picture={<ReviewPicture />}>
      <AuthHeading
        title="Create your account"
        question="Already have one?"
        answer="Sign in"
        to={paths.signIn}
      />
      <RegisterForm />
    </SplitScreen>
  )
}
