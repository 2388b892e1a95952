import { statement } from '#server/db/statement'
import { isMeant, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'

const move = statement('earlier-move-transfers', {
  takes: moveTakes,
  text: `update transfers set owner_id = {to}::uuid where owner_id = {from}::uuid
    and (file_id in (select id from files where owner_id = {to}::uuid) or (file_id is null and ${isMeant('from')}))`,
})
const ofBoth = { from: 'uuid', to: 'uuid' } as const
// Contents of a folder that moves away go to the root.
const cutTrees = statement('earlier-cut-trees', {
  takes: ofBoth,
  text: `update transfers t set parent_id = null from transfers p
    where p.id = t.parent_id and p.owner_id <> t.owner_id and t.owner_id in ({from}::uuid, {to}::uuid)`,
})
const countFolders = statement('earlier-count-folders', {
  takes: ofBoth,
  text: `update transfers t set item_count =
      (select count(*)::int from transfers c where c.parent_id = t.id and c.deleted_at is null)
    where t.owner_id in ({from}::uuid, {to}::uuid) and t.type = 'FOLDER' and t.deleted_at is null`,
})

/** They follow their files, which have moved. */
export const unverifiedTransfers: UnverifiedPart = {
  async move(tx, { from, to, which }) {
    await move.count(tx, { from, to, which })
    await cutTrees.count(tx, { from, to })
    await countFolders.count(tx, { from, to })
  },
}
