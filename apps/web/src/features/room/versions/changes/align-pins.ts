import { type AlignmentPairs, alignPage } from '@wingmark/contract/carry'
import { change, ofVersion, queueOfFile } from '#web/features/room/versions/changes/version-change'
import { call } from '#web/lib/api'
import { guarded, number, orNull, shape, text } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'

const isTwo = (value: unknown, isThat: (one: unknown) => boolean) =>
  Array.isArray(value) && value.length === 2 && value.every(isThat)
const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
const isPoint = (value: unknown) => isTwo(value, isFraction)
const isPairs = (value: unknown): value is AlignmentPairs => isTwo(value, (pair) => isTwo(pair, isPoint))

const readPairs = orNull(guarded(isPairs))

/** Moves the unsure pins of a page; `was`: the alignment before it. */
export const alignPins = change(
  'align',
  shape({ ...ofVersion, page: number, pairs: readPairs, was: readPairs, seen: orNull(text) }),
  {
    queue: queueOfFile,
    async send({ reviewId, readFixes }, { file, number: version, page, pairs, seen }) {
      const body = { version, page, pairs, decidedAt: seen }
      try {
        await call(alignPage, { params: { id: file }, body, share: shareTokenOf(reviewId) })
      } finally {
        readFixes(file)
      }
    },
    invert: (_, { pairs, was, ...input }) => ({ ...input, pairs: was, was: pairs }),
    messages: {
      thing: ({ number }) => `pins of version ${number} you aligned`,
      done: () => 'Unsure pins aligned',
    },
  },
)
