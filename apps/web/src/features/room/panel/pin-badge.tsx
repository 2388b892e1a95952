import { IconCheck, IconMapPinOff, IconMessage } from '@tabler/icons-react'
import type { Comment } from '@wingmark/contract/comments'
import { personColorOf } from '#web/ui/face-colors'
import classes from './comment.module.css'

type Kind = 'open' | 'resolved' | 'general' | 'lost' | 'deleted'

/** The pin as on the design: same number, shape and colour; `authorId` null: not sent yet. */
type Props = { number: number | null; kind: Kind; color: number | null }

export function PinBadge({ number, kind, color }: Props) {
  const style = kind === 'open' ? { background: personColorOf(color) } : undefined
  return (
    <span className={classes.badge} data-kind={kind} style={style} aria-hidden>
      {kind === 'general' ? (
        <IconMessage size={14} />
      ) : kind === 'lost' ? (
        <IconMapPinOff size={14} />
      ) : (
        (number ?? '')
      )}
      {kind === 'resolved' && (
        <span className={classes.tick}>
          <IconCheck size={9} stroke={3} />
        </span>
      )}
    </span>
  )
}

/** A comment whose page is gone stays listed, without a place. */
export function badgeKind(comment: Comment, pages: number): Kind {
  if (comment.type === 'GENERAL') return 'general'
  if (comment.deleted) return 'deleted'
  if (!comment.marker || comment.marker.page > pages) return 'lost'
  return comment.status === 'RESOLVED' ? 'resolved' : 'open'
}
