import { changeRound } from '@wingmark/contract/rounds'
import { change, queueOfRound } from '#web/features/room/round/changes/round-change'
import { call } from '#web/lib/api'
import { shape, text } from '#web/lib/changes/read-kept'

/** Gives a round another end or message. */
export const extendRound = change(
  'edit',
  shape({ round: text, endsAt: text, timeZone: text, message: text }),
  {
    queue: queueOfRound,
    apply: (round, { endsAt, timeZone, message }) => ({
      ...{ ...round, endsAt, timeZone, message },
      isOverdue: Date.parse(endsAt) < Date.now(),
    }),
    async send({ keep }, { round, ...body }) {
      keep((await call(changeRound, { params: { id: round }, body: bodyOf(body) })).result)
    },
    invert: ({ endsAt, timeZone, message }, input) => ({ ...input, endsAt, timeZone, message }),
    messages: { thing: () => 'round you changed', done: () => 'Round changed' },
  },
)

const bodyOf = ({ endsAt, timeZone, message }: { endsAt: string; timeZone: string; message: string }) => ({
  ...{ endsAt, timeZone, message },
})
