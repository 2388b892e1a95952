import { PageMessage } from '#web/ui/page-message'

export function RegisterPage() {
  return <PageMessage title="Register" />
}
