import type { Transaction } from '#server/db/client'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent } from '#server/modules/events/service'
import {
  type Attached,
  findWhereAttached,
  isInMessage,
  type Place,
} from '#server/modules/files/attachments/store'
import { DomainError } from '#server/platform/domain-error'

/** Events for comments and replies whose attachments changed. Returns the reviews, already locked, to signal after the commit. */
export async function addAttachmentEvents(tx: Transaction, what: Attached): Promise<string[]> {
  return sendPlaces(tx, await findWhereAttached(tx, what))
}

/** Before a file's deletion. Throws CONFLICT for one in a message, or one that is the whole comment. */
export async function addDetachmentEvents(tx: Transaction, file: string): Promise<string[]> {
  if (await isInMessage(tx, file))
    throw new DomainError('CONFLICT', {
      message: 'This file was sent with a message. Delete the message instead.',
    })
  const places = await findWhereAttached(tx, { file })
  if (places.some((one) => one.isAll))
    throw new DomainError('CONFLICT', {
      message: 'This file is the whole comment. Delete the comment instead.',
    })
  return sendPlaces(tx, places)
}

async function sendPlaces(tx: Transaction, places: readonly Place[]): Promise<string[]> {
  for (const { reviewId, commentId, replyId, fileId } of places) {
    const event = replyId
      ? { event: 'reply.updated' as const, targetId: replyId, parentId: commentId }
      : { event: 'comment.updated' as const, targetId: commentId, parentId: fileId }
    await addEvent(tx, ofReview(reviewId), event)
  }
  return [...new Set(places.map((one) => one.reviewId))]
}
