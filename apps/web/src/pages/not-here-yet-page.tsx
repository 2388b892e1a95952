import { PageMessage } from '#web/ui/page-message'

export function NotHereYetPage() {
  return <PageMessage title="Not here yet" />
}
