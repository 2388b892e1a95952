import type { Comment, Reply } from '@wingmark/contract/comments'
import { type CommentItem, isAbout, isChange } from './comment-target.ts'

/** Comments as they will be once what waits has arrived; the same list where nothing does. */
export function withChanges(comments: Comment[], items: readonly CommentItem[]): Comment[] {
  const changes = items.filter(({ target, state }) => isChange(target) && state !== 'failed')
  if (changes.length === 0) return comments
  const touched = new Set(
    changes.flatMap(({ target }) => (target.kind === 'comment' ? [] : [target.comment])),
  )
  return comments.map((comment) =>
    touched.has(comment._id) ? changes.reduce((changed, item) => applied(changed, item), comment) : comment,
  )
}

function applied(comment: Comment, item: CommentItem): Comment {
  const { target, message } = item
  if (target.kind === 'status')
    return target.comment === comment._id ? { ...comment, status: target.status } : comment
  if (target.kind !== 'edit') return comment
  const rewrite = <T extends Comment | Reply>(one: T): T =>
    isAbout(item, one._id) ? { ...one, message, isCut: false } : one
  return { ...rewrite(comment), replies: comment.replies.map(rewrite) }
}
