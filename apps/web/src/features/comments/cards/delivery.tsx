import { Button } from '@mantine/core'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import classes from './delivery.module.css'

type Props<Target> = {
  outbox: Outbox<Target>
  item: OutboxItem<Target>
  /** Gives what was refused back to be written on; offered for that only. */
  onEdit: () => void
}

/** How far an item has come, and what can be done where it is stuck. Its words are never lost. */
export function Delivery<Target>({ outbox, item, onEdit }: Props<Target>) {
  const { key } = item
  if (item.state === 'sending' && item.tries < 2) return <p className={classes.sending}>Sending…</p>
  const words = item.state === 'failed' ? 'Not sent.' : 'Waiting to be sent.'
  return (
    <div className={classes.delivery} data-state={item.state} role="status">
      <span>
        {words} {item.error}
      </span>
      <span className={classes.deliveryActions}>
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => outbox.retry(key)}
          loading={item.state === 'sending'}
        >
          Try again
        </Button>
        {item.state === 'failed' && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(key)}>
          Discard
        </Button>
      </span>
    </div>
  )
}
