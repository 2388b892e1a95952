import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#web/features/checks/queries'
import { bringFiles } from '#web/features/comments/composer/bring-files'
import type { CommentItem } from '#web/features/comments/outbox/comment-target'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import { sendComment, sendReply } from '#web/features/comments/outbox/send-new'
import {
  removeComment,
  removeReply,
  sendEdit,
  sendMove,
  sendReaction,
  sendStatus,
} from '#web/features/comments/queries'
import { keepCard } from '#web/features/room/state/card-keys'
import { sendTask } from '#web/features/workspaces/links/queries'
import { ApiError } from '#web/lib/api-error'
import { shareTokenOf } from '#web/lib/share-token'

/** Sends a review's pending changes to the server. */
export async function deliver(
  client: QueryClient,
  reviewId: string,
  { key, target, message, files, mentioned }: CommentItem,
): Promise<void> {
  const mentions = mentioned.map((one) => one._id)
  const sent = { key, reviewId }
  const content = async () => {
    const review = { id: reviewId, share: shareTokenOf(reviewId) }
    return { message, files: await bringFiles(files, review), mentions }
  }
  switch (target.kind) {
    case 'reply': {
      const body = { comment: target.comment, ...(await content()) }
      const { _id } = await sendReply(client, { ...sent, body })
      keepCard(_id, key)
      return forgetKept(files)
    }
    case 'comment': {
      const { file, type, marker, finding } = target
      const published = finding === undefined ? {} : { finding }
      const body = { file, type, marker, ...published, ...(await content()) }
      try {
        const { _id } = await sendComment(client, { ...sent, body })
        keepCard(_id, key)
      } finally {
        if (finding !== undefined) void readAgain(client, file)
      }
      return forgetKept(files)
    }
    case 'status':
      return sendStatus(client, { reviewId, id: target.comment, status: target.status })
    case 'edit': {
      const { comment, reply, editedAt } = target
      const of = { id: reply ?? comment, isReply: reply !== null }
      return sendEdit(client, { reviewId, ...of, message, editedAt })
    }
    case 'move':
      return sendMove(client, { reviewId, id: target.comment, marker: target.marker })
    case 'react':
      return sendReaction(client, reviewId, { ...target, kind: target.reaction })
    case 'task':
      return sendTask(client, { key, reviewId }, target)
    case 'remove':
      return remove(client, reviewId, target)
  }
}

type Removal = { file: string; comment: string; reply: string | null }

async function remove(client: QueryClient, reviewId: string, { file, comment, reply }: Removal) {
  try {
    if (reply === null) await removeComment(reviewId, { _id: comment, file }, client)
    else await removeReply(reviewId, { _id: reply, comment }, client)
  } catch (error) {
    // Already deleted: by someone else, or by a call whose answer was lost.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
