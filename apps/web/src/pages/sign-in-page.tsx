import { useDocumentTitle } from '@mantine/hooks'
import { paths } from '#web/app/paths'
import { AfterSignIn } from '#web/features/account/components/after-sign-in'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { SignInForm } from '#web/features/account/components/sign-in-form'
import { ReviewPicture } from '#web/features/welcome/components/review-picture'
import { useSession } from '#web/lib/session'
import { Logo } from '#web/ui/logo'
import { SplitScreen } from '#web/ui/split-screen'

export function SignInPage() {
  useDocumentTitle('Sign in · Wingmark')
  const { token } = useSession()
  if (token) return <AfterSignIn />
  return (
    <SplitScreen header={<Logo to={paths.home} />} picture={<ReviewPicture />}>
      <AuthHeading
        title="Welcome back"
        question="New to Wingmark?"
        answer="Create an account"
        to={paths.register}
      />
      <SignInForm />
    </SplitScreen>
  )
}
