import { transferTrashHours } from '@wingmark/contract/limits'
import { row, statement } from '#server/db/statement'
import { columns, rowTypes, type TransferRow, transferColumns } from '#server/modules/transfers/store'

export const markDeleted = statement('transfers-delete', {
  takes: { ids: 'uuid[]', deletion: 'uuid' },
  text: `update transfers set deletion_id = {deletion}::uuid, deleted_at = now() where id = any({ids}::uuid[])`,
})

export const markRestored = statement('transfers-restore', {
  takes: { ids: 'uuid[]' },
  text: `update transfers set deletion_id = null, deleted_at = null, updated_at = now() where id = any({ids}::uuid[])`,
})

const fresh = `t.deleted_at > now() - interval '${transferTrashHours} hours'`
/** Nothing above it was deleted together with it. */
const isTop = `not exists (select 1 from transfers p where p.id = t.parent_id and p.deletion_id = t.deletion_id)`

export type DeletedRow = TransferRow & { wentWithParent: boolean }

/** Deleted items by id, or the uppermost ones of a deletion. */
export const findDeleted = statement('transfers-deleted-by-id', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: row<DeletedRow>({ ...transferColumns, wentWithParent: 'bool' }),
  text: `select ${columns}, not (${isTop}) as "wentWithParent" from transfers t where t.owner_id = {owner}::uuid and ${fresh}
      and (t.id = any({ids}::uuid[]) or (t.deletion_id = any({ids}::uuid[]) and ${isTop}))`,
})

/** These items and everything deleted together with them below. */
export const listGone = statement('transfers-gone', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: rowTypes,
  text: `with recursive gone as (
      select t.id, t.deletion_id from transfers t where t.id = any({ids}::uuid[]) and t.owner_id = {owner}::uuid and t.deleted_at is not null
      union
      select c.id, c.deletion_id from gone join transfers c on c.parent_id = gone.id and c.deletion_id = gone.deletion_id
    )
    select ${columns} from transfers t where t.id in (select id from gone)`,
})

export const listDeleted = statement('transfers-deleted', {
  takes: { owner: 'uuid', limit: 'int4', offset: 'int4' },
  gives: rowTypes,
  text: `select ${columns} from transfers t where t.owner_id = {owner}::uuid and ${fresh} and ${isTop}
    order by t.deleted_at desc, t.id desc limit {limit}::int offset {offset}::int`,
})

export const countDeleted = statement('transfers-deleted-count', {
  takes: { owner: 'uuid' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from transfers t where t.owner_id = {owner}::uuid and ${fresh} and ${isTop}`,
})

/** Whole deletions, oldest first, that together with later ones exceed `limit` bytes. */
export const listBeyond = statement('transfers-beyond', {
  takes: { owner: 'uuid', limit: 'int8' },
  gives: row<{ deletionId: string }>({ deletionId: 'uuid' }),
  text: `select deletion_id as "deletionId" from (
      select deletion_id, sum(sum(size)) over (order by max(deleted_at) desc, deletion_id desc) as held
      from transfers where owner_id = {owner}::uuid and deleted_at is not null group by deletion_id
    ) deletions where held > {limit}::bigint`,
})

export type Gone = { id: string; fileId: string | null }

export const listOfDeletions = statement('transfers-of-deletions', {
  takes: { owner: 'uuid', deletions: 'uuid[]' },
  gives: row<Gone>({ id: 'uuid', fileId: 'uuid' }),
  text: `select id, file_id as "fileId" from transfers
    where owner_id = {owner}::uuid and deletion_id = any({deletions}::uuid[])`,
})

/** Some overdue ones, one owner at a time. */
export const lockExpired = statement('transfers-expired', {
  takes: { most: 'int4' },
  gives: row<Gone>({ id: 'uuid', fileId: 'uuid' }),
  text: `select id, file_id as "fileId" from transfers t where t.deleted_at <= now() - interval '${transferTrashHours} hours'
    order by t.deleted_at limit {most}::int for update skip locked`,
})

export const removeRows = statement('transfers-remove', {
  takes: { ids: 'uuid[]' },
  text: `delete from transfers where id = any({ids}::uuid[])`,
})
