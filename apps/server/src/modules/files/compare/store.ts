import { type Comparison, comparisonsAtOnce, storedPairsMax } from '@wingmark/contract/compare'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { BlobToRender } from '#server/modules/files/rendering/store'

export type Bytes = Pick<BlobToRender, 'id' | 'storageKey' | 'mime' | 'kind' | 'lock'> & { pageCount: number }

export type FoundVersion = Bytes & { number: number; isCurrent: boolean; state: BlobToRender['state'] }

const pageCountOf = (blob: string) =>
  `case when jsonb_typeof(${blob}.pages) = 'array' then jsonb_array_length(${blob}.pages) else 1 end`

/** A version of a file of the review: by its number, the one before another, or else the current one. */
export const findVersion = statement('compare-version', {
  takes: { review: 'uuid', file: 'uuid', number: 'int4', before: 'int4' },
  gives: row<FoundVersion>({
    ...{ id: 'uuid', storageKey: 'text', mime: 'text', kind: 'text', lock: 'text' },
    ...{ number: 'int4', isCurrent: 'bool', state: 'text', pageCount: 'int4' },
  }),
  text: `select b.id, b.storage_key as "storageKey", b.mime, b.kind, b.lock, b.state, f.version as number,
      f.id = {file}::uuid as "isCurrent",
      ${pageCountOf('b')} as "pageCount"
    from files f join blobs b on b.id = f.blob_id
    where f.review_id = {review}::uuid and (f.id = {file}::uuid and f.purpose = 'REVIEW' or f.stack_id = {file}::uuid)
      and case when {number}::int is not null then f.version = {number}::int
        when {before}::int is not null then f.version < {before}::int
        else f.id = {file}::uuid end
    order by f.version desc limit 1`,
})

/** `older` and `newer`: their blobs. */
export type Pair = { file: string; older: string; newer: string }

type Found = Pick<Comparison, 'rows' | 'changed' | 'share'>
export type Stored = { pages: Comparison['pages'] | null; found: Found | null; error: string | null }

/** No row for a page that nobody has asked for. */
export const findStored = statement('compare-stored', {
  takes: { file: 'uuid', older: 'uuid', newer: 'uuid', page: 'int4' },
  gives: row<Stored>({ pages: 'jsonb', found: 'jsonb', error: 'text' }),
  text: `select c.pages, p.found, p.error
    from comparisons c join compared_pages p on p.comparison_id = c.id and p.page = {page}::int
    where c.file_id = {file}::uuid and c.older_id = {older}::uuid and c.newer_id = {newer}::uuid`,
})

/** After thumbnails and previews of new files, as tiles. */
const priority = 15

/** Queues of people, who share them by chance so that they stay few. */
const sharedQueues = 64
const lanesOf = (
  asker: string,
) => `select 'compare-' || (hashtext(${asker}) & ${sharedQueues - 1}) || '-' || lane as queue
  from generate_series(1, ${comparisonsAtOnce}) lane`
/** A queue works on one job at a time: the one with the fewest is next. */
const queueOf = (asker: string) => `(select queue from (${lanesOf(asker)}) lanes
  order by (select count(*) from graphile_worker.jobs j where j.queue_name = lanes.queue), queue limit 1)`

// Locks as a deletion does: blobs, then files.
const request = statement('compare-request', {
  takes: {
    ...{ id: 'uuid', file: 'uuid', older: 'uuid', newer: 'uuid', pages: 'jsonb' },
    ...{ page: 'int4', asker: 'text' },
  },
  text: `with bytes as (
      select id from blobs where id in ({older}::uuid, {newer}::uuid) order by id for key share
    ), stack as (
      select f.id from files f
      where f.id = {file}::uuid
        and (select count(*) from bytes) = case when {older}::uuid = {newer}::uuid then 1 else 2 end
      for key share of f
    ), pair as (
      insert into comparisons (id, file_id, older_id, newer_id, pages)
      select {id}::uuid, stack.id, {older}::uuid, {newer}::uuid, {pages}::jsonb from stack
      on conflict on constraint comparisons_pair do update set pages = coalesce(comparisons.pages, excluded.pages)
      returning id
    ), fresh as (
      insert into compared_pages (comparison_id, page) select id, {page}::int from pair
      on conflict do nothing returning comparison_id
    )
    select graphile_worker.add_job('files:compare',
      json_build_object('comparisonId', comparison_id, 'page', {page}::int),
      queue_name => ${queueOf('{asker}::text')}, flags => array['compare'], priority => ${priority}) from fresh`,
})

const forgetOldest = statement('compare-forget-oldest', {
  takes: { file: 'uuid' },
  text: `delete from comparisons where file_id = {file}::uuid and id not in (
      select id from comparisons where file_id = {file}::uuid order by id desc limit ${storedPairsMax})`,
})

type Request = Pair & { id: string; page: number; asker: string; pages: Comparison['pages'] | null }

/** Adds a job for a page that nobody has asked for yet. `id`: of the pair if it is new. */
export async function requestPage(tx: Transaction, { pages, ...given }: Request): Promise<void> {
  await request.count(tx, { ...given, pages: pages && JSON.stringify(pages) })
  await forgetOldest.count(tx, { file: given.file })
}

export type PageToCompare = { pages: Comparison['pages'] | null; older: Bytes; newer: Bytes }

const bytesOf = (blob: string) => `jsonb_build_object('id', ${blob}.id, 'storageKey', ${blob}.storage_key,
  'mime', ${blob}.mime, 'kind', ${blob}.kind, 'lock', ${blob}.lock, 'pageCount', ${pageCountOf(blob)})`

/** No row for a page that was compared, or whose versions are gone. */
export const findPageToCompare = statement('compare-to-do', {
  takes: { comparison: 'uuid', page: 'int4' },
  gives: row<PageToCompare>({ pages: 'jsonb', older: 'jsonb', newer: 'jsonb' }),
  text: `select c.pages, ${bytesOf('o')} as older, ${bytesOf('n')} as newer
    from comparisons c join compared_pages p on p.comparison_id = c.id
      join blobs o on o.id = c.older_id join blobs n on n.id = c.newer_id
    where c.id = {comparison}::uuid and p.page = {page}::int and p.found is null and p.error is null`,
})

const setPages = statement('compare-save-pages', {
  takes: { comparison: 'uuid', pages: 'jsonb' },
  text: 'update comparisons set pages = {pages}::jsonb where id = {comparison}::uuid',
})

export async function savePages(db: Database, comparison: string, pages: Comparison['pages']): Promise<void> {
  await setPages.count(db.pool, { comparison, pages: JSON.stringify(pages) })
}

const setPage = statement('compare-save-page', {
  takes: { comparison: 'uuid', page: 'int4', found: 'jsonb', error: 'text' },
  text: `update compared_pages set found = {found}::jsonb, error = {error}::text
    where comparison_id = {comparison}::uuid and page = {page}::int`,
})

export type PageOf = { comparison: string; page: number }

export async function saveFound(db: Database, page: PageOf, found: Found): Promise<void> {
  await setPage.count(db.pool, { ...page, found: JSON.stringify(found), error: null })
}

export async function saveError(db: Database, page: PageOf, error: string): Promise<void> {
  await setPage.count(db.pool, { ...page, found: null, error })
}

/** As if nobody had asked for it. */
export const forgetPage = statement('compare-forget-page', {
  takes: { comparison: 'uuid', page: 'int4' },
  text: 'delete from compared_pages where comparison_id = {comparison}::uuid and page = {page}::int',
})
