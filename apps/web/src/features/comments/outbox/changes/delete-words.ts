import {
  change,
  commentOrReply,
  nounOf,
  threadOf,
} from '#web/features/comments/outbox/changes/comment-change'
import { isMissing } from '#web/lib/api-error'
import { shape } from '#web/lib/changes/read-kept'

/** Deletes a comment or reply, once its Undo has passed. */
export const deleteWords = change('remove', shape(commentOrReply), {
  queue: threadOf,
  async send({ remove }, input) {
    try {
      await remove(input)
    } catch (error) {
      // Already deleted: by someone else, or by a call whose answer was lost.
      if (!isMissing(error)) throw error
    }
  },
  replaces: () => true,
  messages: {
    thing: (input) => `${nounOf(input)} you deleted`,
    waiting: () => 'Deleted on this device.',
    done: ({ reply }) => (reply === null ? 'Comment deleted' : 'Reply deleted'),
  },
})
