import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { MessageText } from '#web/features/comments/cards/message-text'
import type { CommentItem } from '#web/features/comments/outbox/comment-target'
import { CommentDelivery } from '#web/features/room/panel/comment-delivery'
import { PinBadge } from '#web/features/room/panel/pin-badge'
import { formatCount } from '#web/lib/format'
import classes from './comment.module.css'

/** A comment that the server has not confirmed yet. */
export function PendingCard({ item, number }: { item: CommentItem; number: number }) {
  const isGeneral = item.target.kind !== 'comment' || item.target.type === 'GENERAL'
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <li ref={card} className={classes.card} data-pending={item.state}>
      <span className={classes.open}>
        <PinBadge number={number} kind={isGeneral ? 'general' : 'open'} authorId={null} />
      </span>
      <div className={classes.body}>
        <AuthorLine author={{ name: item.author, kind: 'USER' }} at={item.at} />
        <MessageText text={item.message} isCut mentions={item.mentioned.map((one) => one.name)} />
        {item.files.length > 0 && (
          <p className={classes.facts}>
            <IconPaperclip size={12} aria-hidden /> {formatCount(item.files.length, 'file')}
          </p>
        )}
        <CommentDelivery item={item} />
      </div>
    </li>
  )
}
