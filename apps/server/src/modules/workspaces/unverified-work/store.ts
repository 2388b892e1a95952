import { row, statement } from '#server/db/statement'
import { handOn, isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'
import { ofWorkspace } from '#server/modules/access/subjects/policy'

const counted = statement('earlier-workspaces', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from workspaces
    where owner_id = {user}::uuid and deleted_at is null and ${isMeant('user')}`,
})
const rested = statement('earlier-workspaces-rest', {
  takes: { user: 'uuid', rests: 'bool' },
  text: `update workspaces set rests_since = case when {rests}::bool then now() end, access_epoch = access_epoch + 1
    where owner_id = {user}::uuid and ({rests}::bool or rests_since is not null)`,
})
const resting = statement('earlier-workspaces-resting', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from workspaces where owner_id = {user}::uuid and rests_since is not null',
})

const moving = (name: string, text: string) => statement(`earlier-move-${name}`, { takes: moveTakes, text })
const moves = [
  moving('workspaces', `update workspaces ${handOn('owner_id')}`),
  moving('made-tasks', `update tasks ${handOn('created_by')}`),
  moving('given-tasks', `update tasks ${handOn('assignee_id')}`),
  moving('linked-tasks', `update tasks ${handOn('linked_by')}`),
  moving('timeline', `update timeline_items ${handOn('actor_id')}`),
  moving('notes', `update private_notes ${handOn('user_id')}`),
]

export const unverifiedWorkspaces: UnverifiedPart = {
  count: async (db, user, which) => ({ workspaces: (await counted.first(db, { user, which }))?.count ?? 0 }),
  rest: async (tx, user, isResting) => void (await rested.count(tx, { user, rests: isResting })),
  resting: async (db, user) => (await resting.rows(db.pool, { user })).map(({ id }) => ofWorkspace(id)),
  async move(tx, move) {
    for (const one of moves) await one.count(tx, move)
  },
}
