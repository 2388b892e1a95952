import type { Comment } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import type { StagePin } from '#web/features/room/stage/pin-layer'
import { isShown } from '#web/features/room/state/room-data'
import type { CommentFilter } from '#web/features/room/state/room-state'

/** `next`: the number of the next pin. */
type Shown = { page: number; filter: CommentFilter; selected: string | null; next: number }

const isInDoubt = ({ carried, marker }: Comment) =>
  carried?.confidence === 'UNSURE' && marker === carried.marker

/** A page's pins, resolved ones first so that open ones are on top. */
export function pinsOfPage(
  comments: readonly Comment[],
  pending: readonly CommentItem[],
  { page, filter, selected, next }: Shown,
): StagePin[] {
  const pins = comments.flatMap((comment): StagePin[] => {
    if (!comment.marker || comment.marker.page !== page || comment.deleted) return []
    if (!isShown(comment, filter, selected)) return []
    const tone = comment.status === 'RESOLVED' ? 'resolved' : 'open'
    const isUnsure = tone === 'open' && isInDoubt(comment)
    return [
      {
        id: comment._id,
        label: `${comment.number ?? ''}${isUnsure ? '?' : ''}`,
        marker: comment.marker,
        tone,
        color: comment.author.color,
        isOwn: comment.can.edit,
        isUnsure,
      },
    ]
  })
  const coming = pending
    .flatMap(({ key, target }) =>
      target.kind === 'comment' && target.marker ? [{ key, marker: target.marker }] : [],
    )
    .map(({ key, marker }, i): StagePin & { page: number } => ({
      id: key,
      label: String(next + i),
      marker,
      tone: 'open',
      color: null,
      page: marker.page,
    }))
    .filter((pin) => pin.page === page)
  return [
    ...pins.filter((pin) => pin.tone === 'resolved'),
    ...pins.filter((pin) => pin.tone === 'open'),
    ...coming,
  ]
}
