import { Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import { PageMessage } from '#web/ui/page-message'

/** Replaces a page whose code fails to load or throws. */
export function PageError() {
  return (
    <main>
      <PageMessage isPage title="This page didn’t load" text={clientMessages.unexpected}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </PageMessage>
    </main>
  )
}
