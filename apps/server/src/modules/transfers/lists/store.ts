import type { TransferSort } from '@wingmark/contract/transfers'
import { exportedItems } from '#server/db/by-pages'
import type { Database } from '#server/db/client'
import { calledBy, isCalled } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'
import { columns, type TransferRow, transferColumns } from '#server/modules/transfers/store'

export type After = { type: string; key: string; id: string }
export type Listed = {
  owner: string
  folder: string | null
  word: string
  limit: number
  offset: number
  after: After | null
}

/** Beyond this many matches, a list shows this number, to keep counting cheap. */
const countedAtMost = 10_000

const keys: Record<TransferSort, { expression: string; isDown: boolean }> = {
  '-createdAt': { expression: 't.id::text', isDown: true },
  createdAt: { expression: 't.id::text', isDown: false },
  name: { expression: 'lower(t.name)', isDown: false },
  '-name': { expression: 'lower(t.name)', isDown: true },
  size: { expression: `lpad(t.size::text, 20, '0')`, isDown: false },
  '-size': { expression: `lpad(t.size::text, 20, '0')`, isDown: true },
}

const takes = {
  owner: 'uuid',
  folder: 'uuid',
  limit: 'int4',
  offset: 'int4',
  afterType: 'text',
  afterKey: 'text',
  afterId: 'uuid',
} as const
const inFolder = `t.owner_id = {owner}::uuid and t.deleted_at is null and t.parent_id `
const withWord = `t.owner_id = {owner}::uuid and t.deleted_at is null and ${isCalled('t.name', 't.search_words')}
  and ({folder}::uuid is null or t.parent_id in (
    with recursive folders as (
      select {folder}::uuid as id union
      select c.id from folders join transfers c on c.parent_id = folders.id
      where c.type = 'FOLDER' and c.deleted_at is null and c.owner_id = {owner}::uuid
    ) select id from folders))`

/** Ids follow time, and the index follows ids. */
function order(sort: TransferSort) {
  const { expression, isDown } = keys[sort]
  const way = isDown ? 'desc' : 'asc'
  const isByTime = expression === 't.id::text'
  const [beyond, by] = [isDown ? '<' : '>', isByTime ? '' : `${expression} ${way}, `]
  const after =
    sort === '-createdAt'
      ? `(t.type, t.id) < (coalesce({afterType}::text, 'G'),
        coalesce({afterId}::uuid, {afterKey}::text::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`
      : `({afterId}::uuid is null or t.type < {afterType}::text or (t.type = {afterType}::text
        and (${expression}, t.id) ${beyond} ({afterKey}::text, {afterId}::uuid)))`
  return { after, orderBy: `t.type desc, ${by}t.id ${way}`, key: expression }
}

export type ListedRow = TransferRow & { sortKey: string }
const listedRow = row<ListedRow>({ ...transferColumns, sortKey: 'text' })

function listing(sort: TransferSort) {
  const { after, orderBy, key } = order(sort)
  const text = (which: string) => `select ${columns}, ${key} as "sortKey" from transfers t
    where ${which} and ${after} order by ${orderBy} limit {limit}::int offset {offset}::int`
  const { folder: _, ...rest } = takes
  return {
    root: statement(`transfers-root-${sort}`, {
      takes: rest,
      gives: listedRow,
      text: text(`${inFolder} is null`),
    }),
    folder: statement(`transfers-folder-${sort}`, {
      takes,
      gives: listedRow,
      text: text(`${inFolder} = {folder}::uuid`),
    }),
    word: statement(`transfers-word-${sort}`, {
      takes: { ...takes, word: 'text', words: 'text' },
      gives: listedRow,
      text: text(withWord),
    }),
  }
}

const listings = new Map((Object.keys(keys) as TransferSort[]).map((sort) => [sort, listing(sort)]))

const countRoot = statement('transfers-root-count', {
  takes: { owner: 'uuid' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from transfers t where ${inFolder} is null`,
})
const countWord = statement('transfers-word-count', {
  takes: { owner: 'uuid', folder: 'uuid', word: 'text', words: 'text' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from (select 1 from transfers t where ${withWord} limit ${countedAtMost}) counted`,
})

/** Folders first. At most two statements. */
export async function listPage(db: Database, sort: TransferSort, what: Listed): Promise<ListedRow[]> {
  const { owner, folder, word, limit, offset, after } = what
  const given = {
    owner,
    limit,
    offset: after ? 0 : offset,
    afterType: after?.type ?? null,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
  }
  const found = listings.get(sort)
  if (!found) return []
  if (word !== '') return found.word.rows(db.pool, { ...given, folder, ...calledBy(word) })
  return folder === null ? found.root.rows(db.pool, given) : found.folder.rows(db.pool, { ...given, folder })
}

/** Not needed for a folder without a search, which knows its number of items. */
export async function countListed(
  db: Database,
  what: Pick<Listed, 'owner' | 'folder' | 'word'>,
): Promise<number> {
  const { owner, folder, word } = what
  const counted =
    word === ''
      ? await countRoot.first(db.pool, { owner })
      : await countWord.first(db.pool, { owner, folder, ...calledBy(word) })
  return counted?.total ?? 0
}

export const exportTransfers = exportedItems(
  'transfers',
  `select t.id, json_build_object('_id', t.id, 'type', t.type, 'name', t.name, 'parent', t.parent_id,
        'file', t.file_id, 'size', t.size, 'createdAt', t.created_at, 'updatedAt', t.updated_at) as item
     from transfers t where t.owner_id = {owner}::uuid and t.deleted_at is null and t.id > {after}::uuid order by t.id`,
)
