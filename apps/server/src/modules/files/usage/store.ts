import type { UsedFile } from '@wingmark/contract/storage-use'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isNotInBin } from '#server/modules/files/store'

const use = `case when f.purpose = 'COMMENT' then 'ATTACHMENT' when f.purpose = 'TRANSFER' then 'TRANSFER'
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
  text: `select r.id, r.name, sum(b.size)::bigint as size, count(*)::int as "fileCount"
     from files f join blobs b on b.id = f.blob_id join reviews r on r.id = f.review_id
     where f.owner_id = {owner}::uuid and r.owner_id = {owner}::uuid group by r.id order by 3 desc, r.id limit {limit}::int`,
})

/** Reviews by the bytes in them that this owner is charged with. */
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
    },
    createdAt: 'timestamptz',
  }),
  text: `select f.id, f.name, b.kind, b.size, ${use} as use, r.id as "reviewId", r.name as "reviewName",
        f.created_at as "createdAt"
     from files f join blobs b on b.id = f.blob_id left join reviews r on r.id = f.review_id
     where f.owner_id = {owner}::uuid and ${isNotInBin} and f.purpose <> 'AVATAR' order by b.size desc, f.id limit {limit}::int`,
})

export const listLargestFiles = (db: Database, owner: string, limit: number): Promise<UsedFileRow[]> =>
  largestFiles.rows(db.pool, { owner, limit })
