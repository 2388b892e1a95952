import { Alert, Button } from '@mantine/core'
import { isolated } from '@wingmark/contract/names'
import type { ShareLink } from '@wingmark/contract/share-links'
import { useChangeLink } from '#web/features/sharing/queries'
import { formatClock } from '#web/lib/format'

/** A link that blocks addresses after wrong keys: since when, until when, and how to unblock. */
export function KeyTriesNotice({ reviewId, link }: { reviewId: string; link: ShareLink }) {
  const save = useChangeLink(reviewId, link._id)
  if (!link.keyTries) return null
  const { closedSince, closedUntil } = link.keyTries
  return (
    <Alert color="yellow" title={`“${isolated(link.name)}” is blocked for one network`}>
      <p>
        Ten wrong access keys were entered from it, the last at {formatClock(closedSince)}. People on that
        network can try again at {formatClock(closedUntil)}, or as soon as you let them.
      </p>
      <Button
        size="xs"
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate({ forgiveTries: true })}
      >
        Let them try again
      </Button>
    </Alert>
  )
}
