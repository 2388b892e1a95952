import { PageMessage } from '#web/ui/page-message'

export function ReviewsPage() {
  return <PageMessage title="Reviews" />
}
