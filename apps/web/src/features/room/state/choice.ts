import type { Comment } from '@wingmark/contract/comments'

/** What the room has to know of a comment to choose it. */
export function choiceOf(comment: Comment) {
  return {
    _id: comment._id,
    file: comment.file,
    page: comment.marker?.page ?? null,
    isResolved: comment.status === 'RESOLVED',
  }
}
