import { row, statement } from '#server/db/statement'
import { handOn, isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'
import { ofDelivery } from '#server/modules/access/subjects/policy'

const counted = statement('earlier-deliveries', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from deliveries where owner_id = {user}::uuid and ${isMeant('user')}`,
})
const rested = statement('earlier-deliveries-rest', {
  takes: { user: 'uuid', rests: 'bool' },
  text: `with rested as (
      update deliveries set rests_since = case when {rests}::bool then now() end, access_epoch = access_epoch + 1
      where owner_id = {user}::uuid and ({rests}::bool or rests_since is not null) returning id
    )
    update share_links set key_epoch = key_epoch + {rests}::bool::int where delivery_id in (select id from rested)`,
})
const resting = statement('earlier-deliveries-resting', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from deliveries where owner_id = {user}::uuid and rests_since is not null',
})

const moveSent = statement('earlier-move-deliveries', {
  takes: moveTakes,
  text: `update deliveries ${handOn('owner_id')}`,
})
// Their downloads move with them.
const moveDownloads = statement('earlier-move-downloads', {
  takes: { from: 'uuid', to: 'uuid' },
  text: `update downloads x set owner_id = d.owner_id from deliveries d
    where d.id = x.delivery_id and d.owner_id = {to}::uuid and x.owner_id = {from}::uuid`,
})

export const unverifiedDeliveries: UnverifiedPart = {
  count: async (db, user, which) => ({ deliveries: (await counted.first(db, { user, which }))?.count ?? 0 }),
  rest: async (tx, user, isResting) => void (await rested.count(tx, { user, rests: isResting })),
  resting: async (db, user) => (await resting.rows(db.pool, { user })).map(({ id }) => ofDelivery(id)),
  async move(tx, move) {
    await moveSent.count(tx, move)
    await moveDownloads.count(tx, { from: move.from, to: move.to })
  },
}
