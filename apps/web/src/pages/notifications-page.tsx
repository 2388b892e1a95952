import { PageMessage } from '#web/ui/page-message'

export function NotificationsPage() {
  return <PageMessage title="Notifications" />
}
