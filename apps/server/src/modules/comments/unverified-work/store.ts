import { row, statement } from '#server/db/statement'
import { handOn, isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const exists = statement('earlier-any-comment', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: `select exists (select 1 from comments where user_id = {user}::uuid)
    or exists (select 1 from replies where user_id = {user}::uuid) as has`,
})
const counted = statement('earlier-words', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select (select count(*)::int from comments where user_id = {user}::uuid and ${isMeant('user')})
    + (select count(*)::int from replies where user_id = {user}::uuid and ${isMeant('user')}) as count`,
})
const moving = (name: string, text: string) => statement(`earlier-move-${name}`, { takes: moveTakes, text })
const moves = [
  moving('comments', `update comments ${handOn('user_id')}`),
  moving('resolved', `update comments ${handOn('resolved_by')}`),
  moving('placed-pins', `update carries ${handOn('user_id')}`),
  moving('fixes', `update fixes ${handOn('user_id')}`),
  moving('alignments', `update alignments ${handOn('user_id')}`),
  moving('replies', `update replies ${handOn('user_id')}`),
]

export const unverifiedComments: UnverifiedPart = {
  exists: async (tx, user) => (await exists.first(tx, { user }))?.has ?? false,
  count: async (db, user, which) => ({ words: (await counted.first(db, { user, which }))?.count ?? 0 }),
  async move(tx, given) {
    for (const one of moves) await one.count(tx, given)
  },
}
