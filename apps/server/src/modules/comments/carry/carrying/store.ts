import type { Carried, Marker } from '@wingmark/contract/comments'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { byStanding } from '#server/modules/comments/carry/sql'
import type { Bytes } from '#server/modules/files/compare/rendering/service'

export type VersionBytes = Bytes & { version: number; reviewId: string; isDrawable: boolean }

const pageCountOf = (blob: string) =>
  `case when jsonb_typeof(${blob}.pages) = 'array' then jsonb_array_length(${blob}.pages) else 1 end`

const bytesOfVersion = (name: string, which: string, takes: { version?: 'int4' } = {}) =>
  statement(name, {
    takes: { file: 'uuid', ...takes },
    gives: row<VersionBytes>({
      ...{ id: 'uuid', storageKey: 'text', mime: 'text', kind: 'text', lock: 'text', pageCount: 'int4' },
      ...{ version: 'int4', reviewId: 'uuid', isDrawable: 'bool' },
    }),
    text: `select b.id, b.storage_key as "storageKey", b.mime, b.kind, b.lock, ${pageCountOf('b')} as "pageCount",
        v.version, s.review_id as "reviewId",
        b.kind in ('IMAGE', 'PDF') and b.state = 'READY' and not b.animated as "isDrawable"
      from files s join files v on v.review_id = s.review_id and (v.id = s.id or v.stack_id = s.id)
        join blobs b on b.id = v.blob_id
      where s.id = {file}::uuid and s.purpose = 'REVIEW' and ${which}`,
  })

/** The current version, unless it starts fresh. */
export const findCurrent = bytesOfVersion('carry-current', 'v.id = s.id and not s.starts_fresh')
const ofNumber = bytesOfVersion('carry-version', 'v.version = {version}::int', { version: 'int4' })

export const findVersion = (
  { pool }: Database,
  file: string,
  version: number,
): Promise<VersionBytes | null> => ofNumber.first(pool, { file, version })

/** A pin and where it was last. `isGone`: a person said so there. */
export type ToCarry = {
  id: string
  fromVersion: number
  fromMarker: Marker
  isFromSure: boolean
  isGone: boolean
}

/** For what a person said is gone, so that it is carried again once that is taken back. */
export const algorithmOfGone = 0

// The greatest version below, or the nearest above; removed versions are left out.
const lastPlace = `select place.* from (
      select c.version as at, c.version, c.marker, true as is_sure, false as is_gone
      union all
      select e.version, case when e.marker is null then e.from_version else e.version end,
        coalesce(e.marker, e.from_marker), e.is_sure, e.marker is null
      from (select distinct on (version) * from carries said where said.comment_id = c.id
        order by version, ${byStanding('said')}) e
      where e.version <> {version}::int and (e.marker is not null or e.made_by = 'PERSON')
    ) place
    where exists (select 1 from files v where v.review_id = c.review_id
      and (v.id = c.file_id or v.stack_id = c.file_id) and v.version = place.at)
    order by place.at > {version}::int, abs(place.at - {version}::int) limit 1`

/** Open comments, or all, whose machine's row is missing, from an earlier algorithm, or from where they no longer are. */
export const findToCarry = statement('carry-to-do', {
  takes: { file: 'uuid', version: 'int4', algorithm: 'int4', withResolved: 'bool' },
  gives: row<ToCarry>({
    ...{ id: 'uuid', fromVersion: 'int4', fromMarker: 'json', isFromSure: 'bool', isGone: 'bool' },
  }),
  text: `select c.id, was.version as "fromVersion", was.marker as "fromMarker", was.is_sure as "isFromSure",
      was.is_gone as "isGone"
    from comments c cross join lateral (${lastPlace}) was
      left join carries m on m.comment_id = c.id and m.version = {version}::int and m.made_by = 'MACHINE'
    where c.file_id = {file}::uuid and c.version <> {version}::int and c.marker is not null
      and (c.status = 'OPEN' or {withResolved}::bool)
      and (m.comment_id is null or m.from_version <> was.version or m.from_marker::jsonb <> was.marker::jsonb
        or m.is_from_sure <> was.is_sure or (m.algorithm = ${algorithmOfGone}) <> was.is_gone
        or m.algorithm < {algorithm}::int and not was.is_gone)
    order by was.version desc, c.id`,
})

export type Result = Pick<Carried, 'outcome'> & { isSure: boolean; marker: Marker | null; algorithm: number }

// Comments may be deleted meanwhile. Only a machine's row can be in the way.
const save = statement('carry-save', {
  takes: { version: 'int4', rows: 'json' },
  text: `insert into carries (comment_id, version, made_by, outcome, is_sure, marker, from_version, from_marker,
      is_from_sure, algorithm)
    select c.id, {version}::int, 'MACHINE', r.outcome, r."isSure", r.marker, r."fromVersion", r."fromMarker",
      r."isFromSure", r.algorithm
    from (select * from json_to_recordset({rows}::json) as given(id uuid, outcome text, "isSure" boolean, marker json,
      "fromVersion" int, "fromMarker" json, "isFromSure" boolean, algorithm int)) r
      join (select id from comments where id in (select (one->>'id')::uuid from json_array_elements({rows}::json) one)
        order by id for key share) c on c.id = r.id
    on conflict (comment_id, version, made_by) do update set outcome = excluded.outcome, is_sure = excluded.is_sure,
      marker = excluded.marker, from_version = excluded.from_version, from_marker = excluded.from_marker,
      is_from_sure = excluded.is_from_sure, algorithm = excluded.algorithm, created_at = now()`,
})

/** Writes or replaces machines' rows. */
export async function saveCarried(
  { pool }: Database,
  version: number,
  carried: readonly (Omit<ToCarry, 'isGone'> & Result)[],
): Promise<void> {
  const rows = carried.map(({ marker, ...one }) => ({ ...one, ...(marker && { marker }) }))
  if (rows.length > 0) await save.count(pool, { version, rows: JSON.stringify(rows) })
}

const finish = statement('carry-finish', {
  takes: { file: 'uuid', version: 'int4', error: 'text' },
  text: `update carry_runs set state = case when {error}::text is null then 'READY' else 'FAILED' end, error = {error}::text
    where file_id = {file}::uuid and version = {version}::int`,
})

/** `error`: why some pins stay where they were; null if none do. */
export async function finishRun(
  tx: Transaction,
  run: { file: string; version: number; error: string | null },
): Promise<void> {
  await finish.count(tx, run)
}
