import { Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { copyWords } from '#web/lib/copy-words'
import classes from './delivery.module.css'

type Props<Target> = {
  outbox: Outbox<Target>
  item: OutboxItem<Target>
  /** Reopens a refused message in the composer; null if there is nothing to edit. */
  onEdit: (() => void) | null
  /** What was done, if it is more than this text. */
  what?: string
}

/** The state of an item, and its actions if it is stuck. Its text is never lost. */
export function Delivery<Target>({ outbox, item, onEdit, what = '' }: Props<Target>) {
  const { key } = item
  const discard = () => {
    outbox.discard(key)
    void forgetKept(item.files)
  }
  if (item.state === 'sending' && item.tries < 2) return <p className={classes.sending}>Sending…</p>
  const isFailed = item.state === 'failed'
  const words = isFailed ? 'Not sent.' : 'Waiting to be sent.'
  // The offline notice at the top says so already.
  const why = item.error === clientMessages.network ? '' : item.error
  return (
    <div className={classes.delivery} data-state={item.state} role="status">
      <span>
        {what && `${what} `}
        {words} {why}
      </span>
      <span className={classes.deliveryActions}>
        <Button
          size="compact-xs"
          variant={isFailed ? 'light' : 'default'}
          onClick={() => outbox.retry(key)}
          loading={item.state === 'sending'}
        >
          Try again
        </Button>
        {isFailed && onEdit && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onEdit}>
            Edit
          </Button>
        )}
        {isFailed && item.message !== '' && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => void copyWords(item.message)}
          >
            Copy
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      </span>
    </div>
  )
}
