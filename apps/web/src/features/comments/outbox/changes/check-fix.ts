import { decideFix } from '@wingmark/contract/carry'
import { change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { call } from '#web/lib/api'
import { count, oneOf, orNull, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

/** `seen`: when the decision was made that the writer saw; null for none. */
const readCheck = shape({
  file: text,
  comment: text,
  version: count,
  result: oneOf(['ACCEPTED', 'REOPENED', 'UNCHECKED']),
  seen: orNull(text),
})

/** Accepts what became of a comment, or keeps it open as seen. */
export const checkFix = change('fix', readCheck, {
  queue: threadOf,
  apply: (comment, { result }) => ({ ...comment, status: result === 'ACCEPTED' ? 'RESOLVED' : 'OPEN' }),
  async send({ reviewId, keepFix, readFixes }, { file, comment, version, result, seen }) {
    const body = { version, result, decidedAt: seen }
    try {
      const { result: fix } = await call(decideFix, {
        params: { id: comment },
        body,
        share: shareTokenOf(reviewId),
      })
      keepFix(fix)
    } catch (error) {
      readFixes(file)
      throw error
    }
  },
  invert: ({ status }, input) =>
    status === 'RESOLVED'
      ? { ...input, result: 'ACCEPTED' as const }
      : { ...input, result: 'UNCHECKED' as const },
  messages: {
    thing: () => 'comment you checked',
    waiting: ({ result }) =>
      `${{ ACCEPTED: 'Accepted', REOPENED: 'Kept open', UNCHECKED: 'Unchecked' }[result]} on this device.`,
    done: ({ result, version }) =>
      result === 'ACCEPTED' ? `Fixed in version ${version}` : 'Comment stays open',
  },
})
