import { accountFoldersMax, transferDepthMax } from '@wingmark/contract/limits'
import { row, statement } from '#server/db/statement'

export type TransferRow = {
  id: string
  ownerId: string
  type: 'FILE' | 'FOLDER'
  name: string
  parentId: string | null
  fileId: string | null
  size: number
  itemCount: number
  deletedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export const columns = `t.id, t.owner_id as "ownerId", t.type, t.name, t.parent_id as "parentId", t.file_id as "fileId",
  t.size, t.item_count as "itemCount", t.deleted_at as "deletedAt", t.created_at as "createdAt", t.updated_at as "updatedAt"`
export const transferColumns = {
  id: 'uuid',
  ownerId: 'uuid',
  type: 'text',
  name: 'text',
  parentId: 'uuid',
  fileId: 'uuid',
  size: 'int8',
  itemCount: 'int4',
  deletedAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const
export const rowTypes = row<TransferRow>(transferColumns)

/** The owner's transfers that are not deleted, in any order. */
export const findTransfers = statement('transfers-by-id', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: rowTypes,
  text: `select ${columns} from transfers t
    where t.id = any({ids}::uuid[]) and t.owner_id = {owner}::uuid and t.deleted_at is null`,
})

/** How many of these are the owner's and not deleted. */
export const countTransfers = statement('transfers-by-id-count', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from transfers t
    where t.id = any({ids}::uuid[]) and t.owner_id = {owner}::uuid and t.deleted_at is null`,
})

/** By its own id or its file's. */
export const findTransferOrFile = statement('transfer-or-file', {
  takes: { owner: 'uuid', id: 'uuid' },
  gives: rowTypes,
  text: `select ${columns} from transfers t
    where (t.id = {id}::uuid or t.file_id = {id}::uuid) and t.owner_id = {owner}::uuid and t.deleted_at is null`,
})

export type ParentRow = { ofId: string; id: string; name: string }

/** The folders above each of these, nearest first. */
export const listParents = statement('transfer-parents', {
  takes: { ids: 'uuid[]' },
  gives: row<ParentRow>({ ofId: 'uuid', id: 'uuid', name: 'text' }),
  text: `with recursive up as (
      select t.id as of_id, p.id, p.name, p.parent_id, 1 as level
      from transfers t join transfers p on p.id = t.parent_id where t.id = any({ids}::uuid[])
      union all
      select up.of_id, p.id, p.name, p.parent_id, up.level + 1
      from up join transfers p on p.id = up.parent_id where up.level < 100
    )
    select of_id as "ofId", id, name from up order by of_id, level`,
})

const chosen = 't.id = any({ids}::uuid[]) and t.owner_id = {owner}::uuid and t.deleted_at is null'

const childrenOf = (folder: string) =>
  `select * from transfers c where c.parent_id = ${folder} and c.owner_id = {owner}::uuid and c.deleted_at is null`

/** The chosen and everything below, each once. `offset 0` forces lookups per folder instead of scans of the owner's rows. */
const below = `with recursive folders as (
    select t.id from transfers t where ${chosen} and t.type = 'FOLDER'
    union
    select c.id from folders f cross join lateral (${childrenOf('f.id')} and c.type = 'FOLDER' offset 0) c
  ), below as (
    select t.* from folders f cross join lateral (${childrenOf('f.id')} offset 0) t
    union all
    select t.* from transfers t where ${chosen} and (t.parent_id is null or t.parent_id not in (select id from folders))
  )`

/** The chosen items and everything below in order of time, at most `most`. */
export const listBelow = statement('transfers-below', {
  takes: { owner: 'uuid', ids: 'uuid[]', most: 'int4' },
  gives: rowTypes,
  text: `${below} select ${columns} from below t order by t.id limit {most}::int`,
})

export const sumBelow = statement('transfer-size', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: row<{ bytes: number }>({ bytes: 'int8' }),
  text: `${below} select coalesce(sum(t.size), 0)::bigint as bytes from below t`,
})

/** The depth of folders below the chosen ones, which count as one. */
export const findHeight = statement('transfer-height', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: row<{ height: number }>({ height: 'int4' }),
  text: `with recursive below as (
      select t.id, 1 as level from transfers t where ${chosen} and t.type = 'FOLDER'
      union
      select c.id, below.level + 1
      from below cross join lateral (${childrenOf('below.id')} and c.type = 'FOLDER' offset 0) c
    )
    select coalesce(max(level), 0)::int as height from below`,
})

/** The folder and those above it, nearest first, without the root. */
export const listUpward = statement('transfer-upward', {
  takes: { owner: 'uuid', id: 'uuid' },
  gives: rowTypes,
  text: `with recursive up as (
      select t.*, 1 as level from transfers t where t.id = {id}::uuid and t.owner_id = {owner}::uuid
      union all
      select p.*, up.level + 1 from up join transfers p on p.id = up.parent_id where up.level <= ${transferDepthMax}
    )
    select ${columns} from up t order by t.level`,
})

export const hasFewFolders = statement('transfer-folders', {
  takes: { owner: 'uuid', more: 'int4' },
  gives: row<{ isFew: boolean }>({ isFew: 'bool' }),
  text: `select {more}::int + (select count(*) from (
      select 1 from transfers where owner_id = {owner}::uuid and type = 'FOLDER' limit ${accountFoldersMax}) counted
    ) <= ${accountFoldersMax} as "isFew"`,
})

/** `rows`: `[{ id, type, name, parent, file, size, items }]`. */
export const insertTransfers = statement('transfers-insert', {
  takes: { owner: 'uuid', rows: 'jsonb' },
  text: `insert into transfers (id, owner_id, type, name, parent_id, file_id, size, item_count)
    select id, {owner}::uuid, type, name, parent, file, size, items
    from jsonb_to_recordset({rows}::jsonb)
      as n(id uuid, type text, name text, parent uuid, file uuid, size bigint, items int)`,
})

/** A file's record, deleted or not. */
export const findOfFile = statement('transfer-of-file', {
  takes: { owner: 'uuid', file: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from transfers where file_id = {file}::uuid and owner_id = {owner}::uuid`,
})

export const rename = statement('transfer-rename', {
  takes: { id: 'uuid', name: 'text' },
  text: `update transfers set name = {name}::text, updated_at = now() where id = {id}::uuid`,
})

/** Changes folders' numbers of items; `counts`: `[{ id, by }]`. */
export const changeCounts = statement('transfer-counts', {
  takes: { counts: 'jsonb' },
  text: `update transfers t set item_count = t.item_count + n.by, updated_at = now()
    from jsonb_to_recordset({counts}::jsonb) as n(id uuid, by int) where t.id = n.id`,
})

/** `from`: the extracted folder, or null. */
export const setParent = statement('transfer-parent', {
  takes: { ids: 'uuid[]', parent: 'uuid', from: 'uuid' },
  text: `update transfers set parent_id = {parent}::uuid, extracted_from = {from}::uuid, updated_at = now()
    where id = any({ids}::uuid[])`,
})

/** Direct contents of these folders. */
export const listChildren = statement('transfer-children', {
  takes: { owner: 'uuid', ids: 'uuid[]', most: 'int4' },
  gives: row<{ id: string; parentId: string | null }>({ id: 'uuid', parentId: 'uuid' }),
  text: `select id, parent_id as "parentId" from transfers
    where parent_id = any({ids}::uuid[]) and owner_id = {owner}::uuid and deleted_at is null limit {most}::int`,
})

/** Former contents of an extracted folder that still lie where the extraction put them. */
export const listExtracted = statement('transfer-extracted', {
  takes: { owner: 'uuid', from: 'uuid', parent: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from transfers where owner_id = {owner}::uuid and deleted_at is null
      and parent_id is not distinct from {parent}::uuid and extracted_from = {from}::uuid`,
})

/** Siblings of these, in the same folder or the root. */
export const listBeside = statement('transfers-beside', {
  takes: { owner: 'uuid', ids: 'uuid[]' },
  gives: row<{ parentId: string | null; name: string }>({ parentId: 'uuid', name: 'text' }),
  text: `with folders as (select distinct parent_id from transfers where id = any({ids}::uuid[]))
    select t.parent_id as "parentId", t.name from folders join transfers t on t.parent_id is not distinct from folders.parent_id
    where t.owner_id = {owner}::uuid and t.deleted_at is null`,
})
