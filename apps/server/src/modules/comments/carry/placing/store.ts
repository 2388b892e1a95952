import type { Carried, Marker } from '@wingmark/contract/comments'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { Decision } from '#server/modules/comments/carry/policy'

type Row = Pick<Carried, 'outcome'> & {
  madeBy: 'MACHINE' | 'ALIGNMENT' | 'PERSON'
  marker: Marker | null
  fromVersion: number
  fromMarker: Marker
  isFromSure: boolean
}
export type CarryRow = Row & Decision

/** All that is said about where a comment stands on a version; what counts comes first. */
export const findRows = statement('carry-rows', {
  takes: { comment: 'uuid', version: 'int4' },
  gives: row<CarryRow>({
    ...{ madeBy: 'text', outcome: 'text', marker: 'json', fromVersion: 'int4', fromMarker: 'json' },
    ...{ isFromSure: 'bool', userId: 'uuid', name: 'text', decidedAt: 'timestamptz' },
  }),
  text: `select e.made_by as "madeBy", e.outcome, e.marker, e.from_version as "fromVersion", e.from_marker as "fromMarker",
      e.is_from_sure as "isFromSure", e.user_id as "userId", u.name, e.created_at as "decidedAt"
    from carries e left join users u on u.id = e.user_id
    where e.comment_id = {comment}::uuid and e.version = {version}::int
    order by array_position('{PERSON,ALIGNMENT,MACHINE}'::text[], e.made_by)`,
})

/** Pages of a version; null while unknown. */
export const countPages = statement('carry-pages', {
  takes: { file: 'uuid', version: 'int4' },
  gives: row<{ pages: number | null }>({ pages: 'int4' }),
  text: `select case when jsonb_typeof(b.pages) = 'array' then jsonb_array_length(b.pages) when b.kind = 'IMAGE' then 1 end as pages
    from files v join blobs b on b.id = v.blob_id
    where (v.id = {file}::uuid or v.stack_id = {file}::uuid) and v.version = {version}::int`,
})

const put = statement('carry-place', {
  takes: {
    ...{ comment: 'uuid', version: 'int4', outcome: 'text', marker: 'json', fromVersion: 'int4' },
    ...{ fromMarker: 'json', isFromSure: 'bool', user: 'uuid' },
  },
  text: `insert into carries (comment_id, version, made_by, outcome, is_sure, marker, from_version, from_marker,
      is_from_sure, user_id)
    values ({comment}::uuid, {version}::int, 'PERSON', {outcome}::text, true, {marker}::json, {fromVersion}::int,
      {fromMarker}::json, {isFromSure}::bool, {user}::uuid)
    on conflict (comment_id, version, made_by) do update set outcome = excluded.outcome, marker = excluded.marker,
      user_id = excluded.user_id, created_at = now()`,
})

type Placed = Omit<Row, 'madeBy'> & { comment: string; version: number; user: string }

/** What a person says about a pin; the rows of machine and alignment stay. */
export async function putPersonsRow(tx: Transaction, placed: Placed): Promise<void> {
  const { marker, fromMarker } = placed
  await put.count(tx, {
    ...placed,
    marker: marker && JSON.stringify(marker),
    fromMarker: JSON.stringify(fromMarker),
  })
}

export const removePersonsRow = statement('carry-unplace', {
  takes: { comment: 'uuid', version: 'int4' },
  text: `delete from carries where comment_id = {comment}::uuid and version = {version}::int and made_by = 'PERSON'`,
})
