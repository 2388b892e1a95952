import { row, statement } from '#server/db/statement'
import { handOn, isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const exists = statement('earlier-any-invitation', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: 'select exists (select 1 from invitations where invited_by = {user}::uuid) as has',
})
const moves = [
  statement('earlier-move-invitations', {
    takes: moveTakes,
    text: `update invitations ${handOn('invited_by')}`,
  }),
  statement('earlier-move-members', {
    takes: moveTakes,
    text: `update members m set user_id = {to}::uuid where user_id = {from}::uuid and ${isMeant('from')}
      and not exists (select 1 from members o where o.user_id = {to}::uuid
        and (o.review_id = m.review_id or o.workspace_id = m.workspace_id))`,
  }),
]

/** Memberships and invitations in reviews and workspaces. */
export const unverifiedMembers: UnverifiedPart = {
  exists: async (tx, user) => (await exists.first(tx, { user }))?.has ?? false,
  async move(tx, given) {
    for (const one of moves) await one.count(tx, given)
  },
}
