import { type CarryBodyInput, placeCarried } from '@wingmark/contract/carry'
import type { Carried, Comment } from '@wingmark/contract/comments'
import { change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { call } from '#web/lib/api'
import { count, guarded, oneOf, orNull, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

const outcomes = ['UNCHANGED', 'MOVED', 'CHANGED', 'NOT_FOUND'] as const

/** UNDO: as it was carried, which the rest shows until the answer is there. */
const readPlace = shape({
  file: text,
  comment: text,
  version: count,
  to: oneOf(['PLACE', 'GONE', 'UNDO']),
  marker: orNull(guarded(isMarker)),
  outcome: oneOf(outcomes),
  confidence: oneOf(['SURE', 'UNSURE']),
  /** When the decision was made that the writer saw; null for none. */
  seen: orNull(text),
})

type Place = Exclude<ReturnType<typeof readPlace>, undefined>

/** Says where a carried pin is on a later version, or that it is gone. */
export const placePin = change('carry', readPlace, {
  queue: threadOf,
  apply: (comment, input) => withPlace(comment, input),
  async send({ reviewId, keepFix, readFixes }, input) {
    const given = { params: { id: input.comment }, body: bodyOf(input), share: shareTokenOf(reviewId) }
    try {
      keepFix((await call(placeCarried, given)).result)
    } catch (error) {
      readFixes(input.file)
      throw error
    }
  },
  invert({ carried }, input) {
    if (!carried) return null
    const { outcome, confidence, marker = null } = carried
    const to: Place['to'] = carried.by === 'MACHINE' ? 'UNDO' : marker ? 'PLACE' : 'GONE'
    return { ...input, to, marker, outcome, confidence }
  },
  messages: {
    thing: () => 'comment whose pin you placed',
    waiting: ({ to }) => (to === 'GONE' ? 'Said to be gone on this device.' : 'Pin placed on this device.'),
    done: ({ to }) => (to === 'GONE' ? 'Said to be gone' : 'Pin placed'),
  },
})

function withPlace(comment: Comment, { to, marker, outcome, confidence }: Place): Comment {
  if (!comment.carried) return comment
  const { marker: _, decidedAt: __, ...rest } = comment.carried
  const by = to === 'UNDO' ? 'MACHINE' : 'PERSON'
  const carried: Carried = { ...rest, outcome, confidence, by, ...(marker && { marker }) }
  return { ...comment, carried }
}

function bodyOf({ version, to, marker, seen }: Place): CarryBodyInput {
  if (to === 'UNDO' || !(marker || to === 'GONE')) return { version, undo: true, decidedAt: seen }
  return to === 'PLACE' && marker
    ? { version, marker, decidedAt: seen }
    : { version, gone: true, decidedAt: seen }
}
