import type { Carried, Comment } from '@wingmark/contract/comments'
import { change, type PlaceOf, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import { guarded, number, oneOf, orNull, type Reader, shape, text } from '#web/lib/changes/read-kept'

const outcomes = ['UNCHANGED', 'MOVED', 'CHANGED', 'NOT_FOUND'] as const

/** UNDO: as it was carried, which the rest shows until the answer is there. */
const readPlace: Reader<PlaceOf> = shape({
  file: text,
  comment: text,
  version: number,
  to: oneOf(['PLACE', 'GONE', 'UNDO']),
  marker: orNull(guarded(isMarker)),
  outcome: oneOf(outcomes),
  confidence: oneOf(['SURE', 'UNSURE']),
  /** When the decision was made that the writer saw; null for none. */
  seen: orNull(text),
})

/** Says where a carried pin is on a later version, or that it is gone. */
export const placePin = change('carry', readPlace, {
  queue: threadOf,
  apply: (comment, input) => withPlace(comment, input),
  send: ({ place }, input) => place(input),
  invert({ carried }, input) {
    if (!carried) return null
    const { outcome, confidence, marker = null } = carried
    // Placing it would claim more than an alignment did.
    const isPlaced = carried.by === 'PERSON' && confidence === 'SURE'
    const to: PlaceOf['to'] = !isPlaced ? 'UNDO' : marker ? 'PLACE' : 'GONE'
    return { ...input, to, marker, outcome, confidence }
  },
  messages: {
    thing: () => 'comment whose pin you placed',
    waiting: ({ to }) => (to === 'GONE' ? 'Marked as gone on this device.' : 'Pin placed on this device.'),
    done: ({ to }) => (to === 'GONE' ? 'Marked as gone' : 'Pin placed'),
  },
})

function withPlace(comment: Comment, { to, marker, outcome, confidence }: PlaceOf): Comment {
  if (!comment.carried) return comment
  const { marker: _, decidedAt: __, ...rest } = comment.carried
  const by = to === 'UNDO' ? 'MACHINE' : 'PERSON'
  const carried: Carried = { ...rest, outcome, confidence, by, ...(marker && { marker }) }
  return { ...comment, carried }
}
