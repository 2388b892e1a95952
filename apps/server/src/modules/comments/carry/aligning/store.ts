import type { AlignmentPairs } from '@wingmark/contract/carry'
import type { Marker } from '@wingmark/contract/comments'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { Decision } from '#server/modules/comments/carry/policy'
import { standingOn } from '#server/modules/comments/carry/sql'
import type { Size } from '#server/platform/media/render-protocol'

export type Page = { file: string; version: number; page: number }

const ofPage = { file: 'uuid', version: 'int4', page: 'int4' } as const
const isIt = 'file_id = {file}::uuid and version = {version}::int and page = {page}::int'

export const findAlignment = statement('alignment', {
  takes: ofPage,
  gives: row<Decision>({ userId: 'uuid', name: 'text', decidedAt: 'timestamptz' }),
  text: `select a.user_id as "userId", u.name, a.created_at as "decidedAt"
    from alignments a left join users u on u.id = a.user_id where ${isIt}`,
})

const put = statement('alignment-put', {
  takes: { ...ofPage, pairs: 'jsonb', user: 'uuid' },
  text: `insert into alignments (file_id, version, page, pairs, user_id)
    values ({file}::uuid, {version}::int, {page}::int, {pairs}::jsonb, {user}::uuid)
    on conflict (file_id, version, page) do update set pairs = excluded.pairs, user_id = excluded.user_id, created_at = now()`,
})
const remove = statement('alignment-remove', { takes: ofPage, text: `delete from alignments where ${isIt}` })
const forgetMoved = statement('alignment-forget', {
  takes: ofPage,
  text: `delete from carries e using comments c
    where c.id = e.comment_id and c.file_id = {file}::uuid and e.version = {version}::int
      and e.made_by = 'ALIGNMENT' and (e.marker->>'page')::int = {page}::int`,
})

/** Sets or removes the alignment; pins stand where machines found them. */
export async function putAlignment(
  tx: Transaction,
  { user, pairs, ...page }: Page & { user: string; pairs: AlignmentPairs | null },
): Promise<void> {
  await forgetMoved.count(tx, page)
  if (pairs === null) await remove.count(tx, page)
  else await put.count(tx, { ...page, user, pairs: JSON.stringify(pairs) })
}

export type Unsure = {
  id: string
  outcome: 'UNCHANGED' | 'MOVED' | 'CHANGED' | 'NOT_FOUND'
  fromVersion: number
  fromMarker: Marker
  isFromSure: boolean
}

/** Pins that are shown on the page, but are unsure. */
export const findUnsure = statement('alignment-unsure', {
  takes: ofPage,
  gives: row<Unsure>({
    ...{ id: 'uuid', outcome: 'text', fromVersion: 'int4', fromMarker: 'json', isFromSure: 'bool' },
  }),
  text: `select c.id, carry.outcome, carry.from_version as "fromVersion", carry.from_marker as "fromMarker",
      carry.is_from_sure as "isFromSure"
    from comments c cross join lateral ${standingOn('c.id', '{version}::int')} carry
    where c.file_id = {file}::uuid and not carry.is_sure and (carry.marker->>'page')::int = {page}::int order by c.id`,
})

/** `page`: null for one that the version lacks. */
const sizes = statement('alignment-page-sizes', {
  takes: { file: 'uuid' },
  gives: row<{ version: number; pages: Size[] }>({ version: 'int4', pages: 'jsonb' }),
  text: `select v.version, case when jsonb_typeof(b.pages) = 'array' then b.pages
      else jsonb_build_array(jsonb_build_object('width', b.width, 'height', b.height)) end as pages
    from files v join blobs b on b.id = v.blob_id
    where (v.id = {file}::uuid or v.stack_id = {file}::uuid) and b.width is not null`,
})

/** The sizes of all pages, by version. */
export async function findPageSizes(tx: Transaction, file: string): Promise<Map<number, Size[]>> {
  return new Map((await sizes.rows(tx, { file })).map(({ version, pages }) => [version, pages]))
}

const save = statement('alignment-save', {
  takes: { version: 'int4', user: 'uuid', rows: 'json' },
  text: `insert into carries (comment_id, version, made_by, outcome, is_sure, marker, from_version, from_marker,
      is_from_sure, user_id)
    select id, {version}::int, 'ALIGNMENT', outcome, false, marker, "fromVersion", "fromMarker", "isFromSure", {user}::uuid
    from json_to_recordset({rows}::json) as given(id uuid, outcome text, marker json, "fromVersion" int,
      "fromMarker" json, "isFromSure" boolean)`,
})

export async function saveAligned(
  tx: Transaction,
  { version, user }: { version: number; user: string },
  moved: readonly (Unsure & { marker: Marker })[],
): Promise<void> {
  if (moved.length > 0) await save.count(tx, { version, user, rows: JSON.stringify(moved) })
}
