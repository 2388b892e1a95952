import type { Transaction } from '#server/db/client'
import { addReviewEvent } from '#server/modules/events/service'
import { findWhereAttached } from '#server/modules/files/attached/store'

/**
 * Tells whoever has a comment or a reply that what is attached to it looks different now. Answers the reviews to wake
 * after the commit; they are locked already.
 */
export async function addAttachedEvents(tx: Transaction, blobId: string): Promise<string[]> {
  const places = await findWhereAttached(tx, blobId)
  for (const { reviewId, commentId, replyId, fileId } of places) {
    const event = replyId
      ? { event: 'reply.updated' as const, subjectId: replyId, parentId: commentId }
      : { event: 'comment.updated' as const, subjectId: commentId, parentId: fileId }
    await addReviewEvent(tx, reviewId, event)
  }
  return [...new Set(places.map((one) => one.reviewId))]
}
