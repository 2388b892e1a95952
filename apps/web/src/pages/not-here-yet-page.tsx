import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { LostPin } from '#web/ui/lost-pin'
import { PageMessage } from '#web/ui/page-message'

/** For addresses that the product will have: says so, instead of pretending. */
export function NotHereYetPage() {
  useDocumentTitle('Not here yet · Wingmark')
  const { token } = useSession()
  return (
    <PageMessage
      title="Not here yet"
      text="This part of Wingmark is still being built. Reviews, comments and sharing are ready to use."
      picture={<LostPin />}
    >
      <Button component={Link} to={token ? paths.reviews : paths.home} variant="default">
        {token ? 'Go to your reviews' : 'Go to the start page'}
      </Button>
    </PageMessage>
  )
}
