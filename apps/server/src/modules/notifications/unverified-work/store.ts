import { statement } from '#server/db/statement'
import { handOn, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const moved = statement('earlier-move-notifications', {
  takes: moveTakes,
  text: `update notifications ${handOn('user_id')}`,
})

export const unverifiedNotifications: UnverifiedPart = {
  move: async (tx, move) => void (await moved.count(tx, move)),
}
