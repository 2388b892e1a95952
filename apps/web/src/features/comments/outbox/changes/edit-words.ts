import {
  change,
  changeWords,
  commentOrReply,
  nounOf,
  threadOf,
} from '#web/features/comments/outbox/changes/comment-change'
import { orNull, shape, text } from '#web/lib/changes/read-kept'

/** `editedAt`: of the original text; null if never edited. */
export const editWords = change('edit', shape(commentOrReply, { editedAt: orNull(text) }), {
  queue: threadOf,
  apply: (comment, input, { message }) =>
    changeWords(comment, input, (one) => ({ ...one, message, isCut: false })),
  send: ({ edit }, { comment, reply, editedAt }, { message }) =>
    edit({ id: reply ?? comment, isReply: reply !== null, message, editedAt }),
  messages: {
    thing: (input) => `${nounOf(input)} you edited`,
    waiting: () => 'Edited on this device.',
  },
})
