import { VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Delivery } from '#web/features/comments/cards/delivery'
import { MessageText } from '#web/features/comments/cards/message-text'
import { giveBack } from '#web/features/comments/outbox/drafts'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import type { MessageItem } from '#web/features/messages/message-outbox'
import { draftOf, type MessageTarget, slotOfPerson } from '#web/features/messages/write-message'
import { formatCount } from '#web/lib/format'
import { toastError } from '#web/lib/toast'
import classes from './message.module.css'

type Props = { outbox: Outbox<MessageTarget>; item: MessageItem }

/** An unconfirmed message; if refused, it can return to the composer. */
export function PendingMessage({ outbox, item }: Props) {
  const edit = () => {
    if (!giveBack(slotOfPerson(item.target.to), draftOf(item)))
      return toastError('Another message is still being sent. Try again once it has been sent.')
    outbox.discard(item.key)
  }
  return (
    <li className={classes.item} data-own>
      <VisuallyHidden>You: </VisuallyHidden>
      <div className={classes.line}>
        <div className={classes.bubble}>
          <MessageText text={item.message} />
          {item.files.length > 0 && (
            <p className={classes.tombstone}>
              <IconPaperclip size={12} aria-hidden /> {formatCount(item.files.length, 'file')}
            </p>
          )}
        </div>
      </div>
      <Delivery outbox={outbox} item={item} onEdit={edit} />
    </li>
  )
}
