import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { LostPin } from '#web/ui/lost-pin'
import { PageMessage } from '#web/ui/page-message'
import { useWindowTitle } from '#web/ui/use-window-title'

export function NotFoundPage() {
  useWindowTitle('Page not found')
  const { token } = useSession()
  return (
    <PageMessage
      title="This page doesn’t exist"
      text="The link may be outdated, or your account may not have access."
      picture={<LostPin />}
    >
      <Button component={Link} to={token ? paths.dashboard : paths.home} variant="default">
        {token ? 'Go to dashboard' : 'Go to home page'}
      </Button>
    </PageMessage>
  )
}
