import { type CheckOf, change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { number, oneOf, orNull, type Reader, shape, text } from '#web/lib/changes/read-kept'

/** `seen`: when the decision was made that the writer saw; null for none. */
const readCheck: Reader<CheckOf> = shape({
  file: text,
  comment: text,
  version: number,
  result: oneOf(['ACCEPTED', 'REOPENED', 'UNCHECKED']),
  seen: orNull(text),
})

/** Accepts what became of a comment, or keeps it open as seen. */
export const checkFix = change('fix', readCheck, {
  queue: threadOf,
  apply: (comment, { result }) => ({ ...comment, status: result === 'ACCEPTED' ? 'RESOLVED' : 'OPEN' }),
  send: ({ check }, input) => check(input),
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
