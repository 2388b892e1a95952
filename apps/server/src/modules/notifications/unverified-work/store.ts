import { statement } from '#server/db/statement'
import type { UnverifiedPart } from '#server/module'
import { handOn, moveTakes } from '#server/modules/users/sql'

const moved = statement('earlier-move-notifications', {
  takes: moveTakes,
  text: `update notifications ${handOn('user_id')}`,
})

export const unverifiedNotifications: UnverifiedPart = {
  move: async (tx, move) => void (await moved.count(tx, move)),
}
