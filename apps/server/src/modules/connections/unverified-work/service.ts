import type { UnverifiedPart } from '#server/module-parts'
import { counted, moves } from '#server/modules/connections/unverified-work/store'
import { settlePlan } from '#server/modules/subscriptions/service'

/** Pilot ends with the profile. */
export const unverifiedConnections: UnverifiedPart = {
  count: async (db, user, which) => (await counted.first(db, { user, which })) ?? {},
  async move(tx, move) {
    for (const one of moves) await one.count(tx, move)
    for (const user of [move.from, move.to]) await settlePlan(tx, user)
  },
}
