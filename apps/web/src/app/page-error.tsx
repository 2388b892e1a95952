import { Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import { PageMessage } from '#web/ui/page-message'

/** What a page becomes when its code cannot be loaded or breaks. */
export function PageError() {
  return (
    <main>
      <PageMessage isPage title="This page did not load" text={clientMessages.unexpected}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </PageMessage>
    </main>
  )
}
