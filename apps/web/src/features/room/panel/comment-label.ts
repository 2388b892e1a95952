import type { Comment } from '@wingmark/contract/comments'
import { beginningOf } from '#web/features/room/panel/say-comment'
import { placeInWords } from '#web/features/room/stage/crosshair'
import { markerPlace } from '#web/features/room/stage/markers'
import { formatCount } from '#web/lib/format'

/** So much of a comment's text names its button. */
const namedMax = 80

/** Its text first, by which screen reader users recognize it. */
export function labelOf(comment: Comment, isLost: boolean): string {
  const about =
    comment.type === 'GENERAL'
      ? 'About the whole file'
      : isLost || !comment.marker
        ? `Comment ${comment.number ?? ''}, marked spot no longer exists`
        : `Comment ${comment.number ?? ''} on page ${comment.marker.page}, ${placeInWords(markerPlace(comment.marker))}`
  const state = comment.status === 'RESOLVED' ? ', resolved' : ''
  const words = beginningOf(comment, namedMax)
  return `${words} · ${about}${state}, ${formatCount(comment.replyCount, 'reply', 'replies')}`
}

/** A pending comment, with its expected number. */
export const waitingLabelOf = ({ number }: Pick<Comment, 'number'>): string =>
  number === null ? 'Not sent yet' : `Comment ${number}, not sent yet`
