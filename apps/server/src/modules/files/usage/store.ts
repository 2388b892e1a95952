import type { UsedFile } from '@wingmark/contract/storage-use'
import type { Database, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isNotInBin } from '#server/modules/files/store'

const use = needs('f')`
  case when f.purpose = 'COMMENT' then 'ATTACHMENT' when f.purpose = 'TRANSFER' then 'TRANSFER'
  when f.review_id is not null or f.purpose = 'AVATAR' then 'DESIGN' else 'UNUSED' end`

export type UsedBytes = { use: UsedFile['use']; bytes: number }

const byUse = statement('storage-by-use', {
  takes: { owner: 'uuid' },
  gives: row<UsedBytes>({ use: 'text', bytes: 'int8' }),
  text: `select ${use} as use, sum(b.size)::bigint as bytes from files f join blobs b on b.id = f.blob_id
     where f.owner_id = {owner}::uuid and ${isNotInBin} group by 1`,
})

export const sumByUse = (db: Database, owner: string): Promise<UsedBytes[]> => byUse.rows(db.pool, { owner })

export type UsedReviewRow = { id: string; name: string; size: number; fileCount: number }

const largestReviews = statement('storage-reviews', {
  takes: { owner: 'uuid', limit: 'int4' },
  gives: row<UsedReviewRow>({ id: 'uuid', name: 'text', size: 'int8', fileCount: 'int4' }),
  text: `select r.id, r.name, sum(b.size)::bigint as size,
       count(distinct coalesce(f.stack_id, f.id))::int as "fileCount"
     from files f join blobs b on b.id = f.blob_id join reviews r on r.id = f.review_id
     where f.owner_id = {owner}::uuid and r.owner_id = {owner}::uuid and r.deleted_at is null group by r.id order by 3 desc, r.id limit {limit}::int`,
})

/** Reviews by their bytes charged to this owner. */
export const listLargestReviews = (db: Database, owner: string, limit: number): Promise<UsedReviewRow[]> =>
  largestReviews.rows(db.pool, { owner, limit })

export type UsedFileRow = {
  id: string
  name: string
  kind: UsedFile['kind']
  size: number
  use: UsedFile['use']
  reviewId: string | null
  reviewName: string | null
  /** Null unless the file has several versions. */
  stackId: string | null
  stackName: string | null
  version: number
  transfer: string | null
  createdAt: Date
}

const largestFiles = statement('storage-files', {
  takes: { owner: 'uuid', limit: 'int4' },
  gives: row<UsedFileRow>({
    ...{
      id: 'uuid',
      name: 'text',
      kind: 'text',
      size: 'int8',
      use: 'text',
      reviewId: 'uuid',
      reviewName: 'text',
      stackId: 'uuid',
      stackName: 'text',
      version: 'int4',
      transfer: 'uuid',
    },
    createdAt: 'timestamptz',
  }),
  text: `select f.id, f.name, b.kind, b.size, ${use} as use, r.id as "reviewId", r.name as "reviewName",
        s.id as "stackId", s.name as "stackName", f.version,
        (select t.id from transfers t where t.file_id = f.id) as transfer, f.created_at as "createdAt"
     from files f join blobs b on b.id = f.blob_id left join reviews r on r.id = f.review_id
       left join files s on s.id = coalesce(f.stack_id, f.id) and s.version_count > 1
     where f.owner_id = {owner}::uuid and ${isNotInBin} and f.purpose <> 'AVATAR' and r.deleted_at is null order by b.size desc, f.id limit {limit}::int`,
})

export const listLargestFiles = (db: Database, owner: string, limit: number): Promise<UsedFileRow[]> =>
  largestFiles.rows(db.pool, { owner, limit })

const ofOwner = needs('u')`coalesce((select sum(b.size) from files f join blobs b on b.id = f.blob_id
  where f.owner_id = u.id and ${isNotInBin}), 0)`

const wrong = statement('storage-wrong', {
  takes: {},
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select u.id from users u left join (
      select f.owner_id, sum(b.size) as bytes from files f join blobs b on b.id = f.blob_id where ${isNotInBin} group by 1
    ) held on held.owner_id = u.id where u.used_bytes <> coalesce(held.bytes, 0)`,
})

/** Users whose charge differs from the sum of their files, in one snapshot. */
export const listWrong = (db: Database): Promise<{ id: string }[]> => wrong.rows(db.pool, {})

const repaired = statement('storage-repair', {
  takes: { owner: 'uuid' },
  gives: row<{ after: number }>({ after: 'int8' }),
  text: `update users u set used_bytes = ${ofOwner}
    where id = {owner}::uuid and used_bytes <> ${ofOwner}
    returning used_bytes as after`,
})

const charged = statement('storage-charged', {
  takes: { owner: 'uuid' },
  gives: row<{ before: number }>({ before: 'int8' }),
  text: 'select used_bytes as before from users where id = {owner}::uuid for no key update',
})

/** Locks the owner, like every charge and refund; null if it is correct now. */
export async function repairCharge(
  tx: Transaction,
  owner: string,
): Promise<{ before: number; after: number } | null> {
  const before = (await charged.first(tx, { owner }))?.before
  const after = before === undefined ? undefined : (await repaired.first(tx, { owner }))?.after
  return before === undefined || after === undefined ? null : { before, after }
}
