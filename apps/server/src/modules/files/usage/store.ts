import type { UsedFile } from '@wingmark/contract/storage-use'
import type { Database } from '#server/db/client'
import { isNotInBin } from '#server/modules/files/store'

const use = `case when f.purpose = 'COMMENT' then 'ATTACHMENT' when f.purpose = 'TRANSFER' then 'TRANSFER'
  when f.review_id is not null or f.purpose = 'AVATAR' then 'DESIGN' else 'UNUSED' end`

export type UsedBytes = { use: UsedFile['use']; bytes: number }

export async function sumByUse(db: Database, owner: string): Promise<UsedBytes[]> {
  const { rows } = await db.pool.query<UsedBytes>(
    `select ${use} as use, sum(b.size)::bigint as bytes from files f join blobs b on b.id = f.blob_id
     where f.owner_id = $1 and ${isNotInBin} group by 1`,
    [owner],
  )
  return rows
}

export type UsedReviewRow = { id: string; name: string; size: number; fileCount: number }

/** Reviews by the bytes in them that this owner is charged with. */
export async function listLargestReviews(
  db: Database,
  owner: string,
  limit: number,
): Promise<UsedReviewRow[]> {
  const { rows } = await db.pool.query<UsedReviewRow>(
    `select r.id, r.name, sum(b.size)::bigint as size, count(*)::int as "fileCount"
     from files f join blobs b on b.id = f.blob_id join reviews r on r.id = f.review_id
     where f.owner_id = $1 and r.owner_id = $1 group by r.id order by 3 desc, r.id limit $2`,
    [owner, limit],
  )
  return rows
}

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

export async function listLargestFiles(db: Database, owner: string, limit: number): Promise<UsedFileRow[]> {
  const { rows } = await db.pool.query<UsedFileRow>(
    `select f.id, f.name, b.kind, b.size, ${use} as use, r.id as "reviewId", r.name as "reviewName",
        f.created_at as "createdAt"
     from files f join blobs b on b.id = f.blob_id left join reviews r on r.id = f.review_id
     where f.owner_id = $1 and ${isNotInBin} and f.purpose <> 'AVATAR' order by b.size desc, f.id limit $2`,
    [owner, limit],
  )
  return rows
}
