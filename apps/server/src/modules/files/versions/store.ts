import { versionsMax } from '@wingmark/contract/limits'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { FileView } from '#server/modules/files/present'
import {
  fileViewColumns,
  fileViewFields,
  fileViewTables,
  listedPages,
  mostPagesListed,
} from '#server/modules/files/store'

export type VersionView = FileView & {
  note: string
  startsFresh: boolean
  ownerName: string
  ownerAvatar: string | null
}

/** Newest first; their counts are of comments made on each. */
export const versionsOf = statement('versions', {
  takes: { stack: 'uuid' },
  gives: row<VersionView & { made: number; open: number }>({
    ...fileViewFields,
    ...{
      note: 'text',
      startsFresh: 'bool',
      ownerName: 'text',
      ownerAvatar: 'text',
      made: 'int4',
      open: 'int4',
    },
  }),
  text: `select ${fileViewColumns(listedPages('f.version desc', mostPagesListed))}, f.version_note as note, f.starts_fresh as "startsFresh",
      u.name as "ownerName", u.avatar as "ownerAvatar", coalesce(said.made, 0) as made, coalesce(said.open, 0) as open
    from ${fileViewTables} join users u on u.id = f.owner_id
    left join (
      select version, count(*)::int as made, (count(*) filter (where status = 'OPEN' and deleted_at is null))::int as open
      from comments where file_id = {stack}::uuid group by version
    ) said on said.version = f.version
    where f.id = {stack}::uuid or f.stack_id = {stack}::uuid
      and f.review_id = (select s.review_id from files s where s.id = {stack}::uuid)
    order by f.version desc`,
})

/** Comments of these files that were made on the current version. */
export const countOnCurrent = statement('version-counts', {
  takes: { files: 'uuid[]' },
  gives: row<{ id: string; commentCount: number; openCount: number }>({
    id: 'uuid',
    commentCount: 'int4',
    openCount: 'int4',
  }),
  text: `select f.id, count(c.id)::int as "commentCount", (count(c.id) filter (where c.status = 'OPEN'))::int as "openCount"
    from files f left join comments c on c.file_id = f.id and c.version = f.version
    where f.id = any({files}::uuid[]) group by f.id`,
})

type ToJoin = {
  id: string
  ownerId: string
  reviewId: string | null
  isUnderReview: boolean
  target: string | null
  /** In no review yet, and of a kind that reviews show. */
  isFree: boolean
  /** Without a preview. */
  isFailed: boolean
}

/** Locks the file of a review and the one that joins it, in the order of their ids. */
export const lockBoth = statement('version-lock-both', {
  takes: { ids: 'uuid[]' },
  gives: row<ToJoin>({
    id: 'uuid',
    ownerId: 'uuid',
    reviewId: 'uuid',
    isUnderReview: 'bool',
    target: 'text',
    isFree: 'bool',
    isFailed: 'bool',
  }),
  text: `select f.id, f.owner_id as "ownerId", f.review_id as "reviewId", f.purpose = 'REVIEW' as "isUnderReview", f.target,
      f.review_id is null and f.purpose = 'REVIEW' and f.transfer_state is null and b.kind in ('IMAGE', 'PDF') as "isFree", b.state = 'FAILED' as "isFailed"
    from files f join blobs b on b.id = f.blob_id
    where f.id = any({ids}) order by f.id for update of f for share of b`,
})

/** Numbers the fresh file and keeps it in the stack; 0 rows for a full stack. */
export const takeIn = statement('version-take-in', {
  takes: { stack: 'uuid', fresh: 'uuid', note: 'text', startsFresh: 'bool' },
  text: `with stack as (
      update files set last_version = last_version + 1, version_count = version_count + 1
      where id = {stack}::uuid and version_count < ${versionsMax} returning last_version, review_id
    )
    update files set purpose = 'VERSION', stack_id = {stack}::uuid, review_id = stack.review_id, target = null,
      version = stack.last_version, version_note = {note}::text, starts_fresh = {startsFresh}::bool
    from stack where id = {fresh}::uuid`,
})

export const namesOf = statement('version-names', {
  takes: { stack: 'uuid', other: 'uuid' },
  gives: row<{ name: string; other: string }>({ name: 'text', other: 'text' }),
  text: `select f.name, o.name as other from files f join files o on o.id = {other}::uuid where f.id = {stack}::uuid`,
})

const exchange = statement('version-exchange', {
  takes: { stack: 'uuid', other: 'uuid', key: 'text', name: 'text' },
  text: `update files f set blob_id = o.blob_id, owner_id = o.owner_id, created_at = o.created_at,
      version = o.version, version_note = o.version_note, starts_fresh = o.starts_fresh,
      key = case when f.id = {stack}::uuid then {key}::text else f.key end,
      name = case when f.id = {stack}::uuid then {name}::text else o.name end
    from files o where f.id in ({stack}::uuid, {other}::uuid) and o.id in ({stack}::uuid, {other}::uuid) and o.id <> f.id`,
})
const setKey = statement('version-key', {
  takes: { id: 'uuid', key: 'text' },
  text: 'update files set key = {key}::text where id = {id}::uuid',
})

/** Makes the version in `other` current, by this name. The current one keeps its key, for open addresses. */
export async function makeCurrent(
  tx: Transaction,
  { stack, other, ...given }: { stack: Held; other: string; key: string; name: string },
): Promise<void> {
  await exchange.count(tx, { stack: stack.id, other, ...given })
  await setKey.count(tx, { id: other, key: stack.key })
}

export type Held = { id: string; key: string; version: number; versionCount: number; lastVersion: number }

/** The row of the stack and that of one of its versions, which may be the same; locked. */
export const lockVersion = statement('version-lock', {
  takes: { stack: 'uuid', review: 'uuid', number: 'int4' },
  gives: row<Held>({ id: 'uuid', key: 'text', version: 'int4', versionCount: 'int4', lastVersion: 'int4' }),
  text: `select id, key, version, version_count as "versionCount", last_version as "lastVersion" from files
    where review_id = {review}::uuid and (id = {stack}::uuid and purpose = 'REVIEW' or stack_id = {stack}::uuid and version = {number}::int)
    order by id for update`,
})

export const setNote = statement('version-note', {
  takes: { id: 'uuid', note: 'text' },
  text: 'update files set version_note = {note}::text where id = {id}::uuid',
})
