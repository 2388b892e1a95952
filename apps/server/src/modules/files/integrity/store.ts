import type { Database } from '#server/db/client'

export type BlobToCheck = {
  id: string
  storageKey: string
  size: number
  /** Null for what was uploaded too short ago to be summed. */
  sha256: Buffer | null
  /** Not yet taken where it is null. */
  crc32: number | null
  isDamaged: boolean
}

/** The next `limit` of all stored bytes, in the order of their keys. */
export async function listBlobs(db: Database, afterKey: string, limit: number): Promise<BlobToCheck[]> {
  const { rows } = await db.pool.query<BlobToCheck>(
    `select id, storage_key as "storageKey", size, sha256, crc32, damaged_at is not null as "isDamaged"
     from blobs where storage_key > $1 order by storage_key limit $2`,
    [afterKey, limit],
  )
  return rows
}

/** Of these keys, those with a record, and those whose bytes a waiting job is about to remove. */
export async function findExpectedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ key: string }>(
    `select storage_key as key from blobs where storage_key = any($1)
     union all
     select k.key from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       cross join json_array_elements_text(j.payload -> 'keys') as k (key)
     where t.identifier = 'files:remove-bytes' and k.key = any($1)`,
    [keys],
  )
  return new Set(rows.map((row) => row.key))
}

export type Belonging = {
  file: string
  name: string
  review: string | null
  owner: string
  /** Files that share the bytes. */
  copies: number
}

/** Whose the bytes are, by the oldest file that shows them; null once no file does. */
export async function findBelonging(db: Database, blobId: string): Promise<Belonging | null> {
  const { rows } = await db.pool.query<Belonging>(
    `select f.id as file, f.name, r.name as review, u.name as owner, (count(*) over ())::int as copies
     from files f join users u on u.id = f.owner_id left join reviews r on r.id = f.review_id
     where f.blob_id = $1 order by f.id limit 1`,
    [blobId],
  )
  return rows[0] ?? null
}

export async function markDamaged(db: Database, blobId: string, isDamaged: boolean): Promise<void> {
  await db.pool.query('update blobs set damaged_at = case when $2 then now() end where id = $1', [
    blobId,
    isDamaged,
  ])
}
