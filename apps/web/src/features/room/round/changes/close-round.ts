import { changeRound } from '@wingmark/contract/rounds'
import { change, queueOfRound } from '#web/features/room/round/changes/round-change'
import { call } from '#web/lib/api'
import { oneOf, shape, text } from '#web/lib/changes/read-kept'

/** Closes a round early, or reopens it. */
export const closeRound = change(
  'state',
  shape({ round: text, state: oneOf(['OPEN', 'CLOSED']), reason: text }),
  {
    queue: queueOfRound,
    apply: (round, { state, reason }) => ({ ...round, state, reason }),
    async send({ keep }, { round, state, reason }) {
      keep((await call(changeRound, { params: { id: round }, body: { state, reason } })).result)
    },
    invert: ({ state, reason }, input) => (state === 'DRAFT' ? null : { ...input, state, reason }),
    messages: {
      thing: ({ state }) => `round you ${state === 'CLOSED' ? 'closed' : 'reopened'}`,
      done: ({ state }) => (state === 'CLOSED' ? 'Round closed' : 'Round reopened'),
    },
  },
)
