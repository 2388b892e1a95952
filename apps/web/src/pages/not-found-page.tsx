import { PageMessage } from '#web/ui/page-message'

export function NotFoundPage() {
  return <PageMessage title="Page not found" />
}
