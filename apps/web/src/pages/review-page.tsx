import { PageMessage } from '#web/ui/page-message'

export function ReviewPage() {
  return <PageMessage title="Review" />
}
