import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { blobs } from '#server/db/tables/files'

export type BlobToCheck = {
  id: string
  storageKey: string
  size: number
  /** Null for recent uploads without a checksum yet. */
  sha256: Buffer | null
  /** Null until computed. */
  crc32: number | null
  isDamaged: boolean
}

const nextBlobs = statement('check-blobs', {
  takes: { after: 'text', limit: 'int4' },
  gives: row<BlobToCheck>({
    ...{ id: 'uuid', storageKey: 'text', size: 'int8', sha256: 'bytea', crc32: 'int8', isDamaged: 'bool' },
  }),
  text: `select id, storage_key as "storageKey", size, sha256, crc32, damaged_at is not null as "isDamaged"
    from blobs where storage_key > {after}::text order by storage_key limit {limit}::int`,
})

/** The next `limit` blobs in the order of their keys. */
export const listBlobs = (db: Database, after: string, limit: number): Promise<BlobToCheck[]> =>
  nextBlobs.rows(db.pool, { after, limit })

const expectedKeys = statement('check-expected', {
  takes: { keys: 'text[]' },
  gives: row<{ key: string }>({ key: 'text' }),
  text: `select storage_key as key from blobs where storage_key = any({keys}::text[])
    union all
    select k.key from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      cross join json_array_elements_text(j.payload -> 'keys') as k (key)
    where t.identifier = 'files:remove-bytes' and k.key = any({keys}::text[])`,
})

/** Those of these keys with a record, or with a pending removal job. */
export async function findExpectedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await expectedKeys.rows(db.pool, { keys })).map(({ key }) => key))
}

export type Belonging = {
  file: string
  name: string
  /** Of a file that has or had several. */
  version: number | null
  review: string | null
  owner: string
  /** The number of files that share the bytes. */
  copies: number
}

const belonging = statement('check-belonging', {
  takes: { blob: 'uuid' },
  gives: row<Belonging>({
    ...{ file: 'uuid', name: 'text', version: 'int4', review: 'text', owner: 'text', copies: 'int4' },
  }),
  text: `select coalesce(f.stack_id, f.id) as file, f.name,
      case when f.last_version > 1 or f.stack_id is not null then f.version end as version, r.name as review, u.name as owner, (count(*) over ())::int as copies
    from files f join users u on u.id = f.owner_id left join reviews r on r.id = f.review_id
    where f.blob_id = {blob}::uuid order by f.id limit 1`,
})

/** The owner of the oldest file with these bytes; null without files. */
export const findBelonging = (db: Database, blob: string): Promise<Belonging | null> =>
  belonging.first(db.pool, { blob })

export async function markDamaged(db: Database, blob: string, isDamaged: boolean): Promise<void> {
  await db.orm
    .update(blobs)
    .set({ damagedAt: isDamaged ? sql`now()` : null })
    .where(eq(blobs.id, blob))
}
