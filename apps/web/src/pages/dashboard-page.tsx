import { PageMessage } from '#web/ui/page-message'

export function DashboardPage() {
  return <PageMessage title="Dashboard" />
}
