import type { Comment } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'

/** The likely number of the next pin. */
export function nextNumber(comments: readonly Comment[], pending: readonly CommentItem[]): number {
  const highest = comments.reduce((number, comment) => Math.max(number, comment.number ?? 0), 0)
  return highest + pending.filter((item) => item.target.kind === 'comment' && item.target.marker).length + 1
}
