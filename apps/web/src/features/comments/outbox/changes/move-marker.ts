import { editComment } from '@wingmark/contract/comments'
import { change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { call } from '#web/lib/api'
import { guarded, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

export const moveMarker = change('move', shape({ file: text, comment: text, marker: guarded(isMarker) }), {
  queue: threadOf,
  apply: (comment, { marker }) => ({ ...comment, marker }),
  async send({ reviewId, apply }, { comment, marker }) {
    const given = { params: { id: comment }, body: { marker }, share: shareTokenOf(reviewId) }
    const { result } = await call(editComment, given)
    apply({ event: 'comment.updated', data: result })
  },
  invert: ({ marker }, input) => marker && { ...input, marker },
  messages: {
    thing: () => 'comment you moved',
    waiting: () => 'Moved on this device.',
    done: () => 'Marker moved',
  },
})
