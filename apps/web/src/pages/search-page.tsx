import { PageMessage } from '#web/ui/page-message'

export function SearchPage() {
  return <PageMessage title="Search" />
}
