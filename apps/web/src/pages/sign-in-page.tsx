import { PageMessage } from '#web/ui/page-message'

export function SignInPage() {
  return <PageMessage title="Sign in" />
}
