import { PageMessage } from '#web/ui/page-message'

export function HomePage() {
  return <PageMessage title="Wingmark" />
}
