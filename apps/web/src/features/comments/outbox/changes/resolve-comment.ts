import { changeCommentStatus } from '@wingmark/contract/comments'
import { change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { call } from '#web/lib/api'
import { oneOf, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

const verbOf = (status: 'OPEN' | 'RESOLVED') => (status === 'RESOLVED' ? 'resolved' : 'reopened')

/** Resolves or reopens. */
export const resolveComment = change(
  'status',
  shape({ file: text, comment: text, status: oneOf(['OPEN', 'RESOLVED']) }),
  {
    queue: threadOf,
    apply: (comment, { status }) => ({ ...comment, status }),
    async send({ reviewId, apply }, { comment, status }) {
      const given = { params: { id: comment }, body: { status }, share: shareTokenOf(reviewId) }
      const { result } = await call(changeCommentStatus, given)
      apply({ event: 'comment.status', data: result })
    },
    invert: (before, input) => ({ ...input, status: before.status }),
    messages: {
      thing: ({ status }) => `comment you ${verbOf(status)}`,
      waiting: ({ status }) =>
        status === 'RESOLVED' ? 'Resolved on this device.' : 'Reopened on this device.',
      done: ({ status }) => `Comment ${verbOf(status)}`,
    },
  },
)
