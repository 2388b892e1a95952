import { row, statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const exists = statement('earlier-any-file', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: 'select exists (select 1 from files where owner_id = {user}::uuid) as has',
})
const counted = statement('earlier-files', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from files where owner_id = {user}::uuid and ${isMeant('user')}`,
})
const move = statement('earlier-move-files', {
  takes: moveTakes,
  text: `with moved as (
      update files set owner_id = {to}::uuid where owner_id = {from}::uuid and ${isMeant('from')}
      returning blob_id, transfer_state
    ), charge as (select coalesce(sum(b.size), 0) as bytes from moved m join blobs b on b.id = m.blob_id
      where m.transfer_state is distinct from 'IN_BIN')
    update users u set used_bytes = u.used_bytes + case when u.id = {to}::uuid then charge.bytes else -charge.bytes end
    from charge where u.id in ({from}::uuid, {to}::uuid)`,
})

/** With their charge. */
export const unverifiedFiles: UnverifiedPart = {
  exists: async (tx, user) => (await exists.first(tx, { user }))?.has ?? false,
  count: async (db, user, which) => ({ files: (await counted.first(db, { user, which }))?.count ?? 0 }),
  move: async (tx, given) => void (await move.count(tx, given)),
}
