import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { draftSlots, giveBack } from '#web/features/comments/outbox/drafts'
import type { OutboxItem, OutboxTarget } from '#web/features/comments/outbox/outbox-state'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { MessageText } from '#web/features/comments/cards/message-text'
import { PinBadge } from '#web/features/room/panel/pin-badge'
import { useRoom } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import { toastError } from '#web/lib/toast'
import classes from './comment.module.css'

/** A comment that the server has not confirmed yet. */
export function PendingCard({ item, number }: { item: OutboxItem; number: number }) {
  const isGeneral = item.target.kind === 'comment' && item.target.type === 'GENERAL'
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <li ref={card} className={classes.card} data-pending={item.state}>
      <span className={classes.open}>
        <PinBadge number={number} kind={isGeneral ? 'general' : 'open'} />
      </span>
      <div className={classes.body}>
        <AuthorLine author={{ name: item.author, kind: 'USER' }} at={item.at} />
        <MessageText text={item.message} />
        {item.files.length > 0 && (
          <p className={classes.facts}>
            <IconPaperclip size={12} aria-hidden /> {formatCount(item.files.length, 'file')}
          </p>
        )}
        <Delivery item={item} />
      </div>
    </li>
  )
}

const busy = 'Another comment is being sent from there. Try again when it is.'

function slotOf(reviewId: string, target: OutboxTarget): string {
  if (target.kind === 'reply') return draftSlots.reply(reviewId, target.comment)
  return draftSlots[target.marker ? 'mark' : 'general'](reviewId, target.file)
}

/** How far an item has come, and what can be done where it is stuck. Its words are never lost. */
export function Delivery({ item }: { item: OutboxItem }) {
  const { reviewId, store, outbox } = useRoom()
  const { target, key } = item
  if (item.state === 'sending' && item.tries < 2) return <p className={classes.facts}>Sending…</p>

  const edit = () => {
    const marker = target.kind === 'comment' ? target.marker : null
    const draft = { text: item.message, files: item.files, unfinished: [], marker }
    if (!giveBack(slotOf(reviewId, target), draft)) return toastError(busy)
    if (marker) store.dispatch({ do: 'mark', mark: { fileId: target.file, marker } })
    outbox.discard(key)
  }

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
          <Button size="compact-xs" variant="subtle" color="gray" onClick={edit}>
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
