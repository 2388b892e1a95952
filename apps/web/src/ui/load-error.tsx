import { Button } from '@mantine/core'
import { PageMessage } from '#web/ui/page-message'

/** Replaces what failed to load. */
export function LoadError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <PageMessage
      order={2}
      title={`${what} couldn’t be loaded`}
      text="Nothing is lost. Please try again in a moment."
    >
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </PageMessage>
  )
}
