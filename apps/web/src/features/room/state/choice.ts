import type { Comment } from '@wingmark/contract/comments'

/** What selecting a comment needs of it. */
export function choiceOf(comment: Comment) {
  return {
    _id: comment._id,
    file: comment.file,
    page: (comment.carried?.marker ?? comment.marker)?.page ?? null,
    isResolved: comment.status === 'RESOLVED',
  }
}
