import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client'

type Blob = {
  id: string
  storageKey: string
  size: number
  state: 'PROCESSING' | 'READY' | 'FAILED'
  lock: 'LOCKED' | 'OPENED' | null
}

/** The bytes of a file; null once it is deleted. */
export async function findBlobOf(db: Database, fileId: string): Promise<Blob | null> {
  const { rows } = await db.pool.query<Blob>(
    `select b.id, b.storage_key as "storageKey", b.size, b.state, b.lock
     from files f join blobs b on b.id = f.blob_id where f.id = $1`,
    [fileId],
  )
  return rows[0] ?? null
}

export type Opened = {
  id: string
  storageKey: string
  /** Of the document without its password. */
  derivedBytes: number
  fileId: string
  insteadOf: string
}

/**
 * Gives the file bytes of its own, opened, in place of those that it may share. Answers the storage keys of what nobody
 * refers to any more; null where the file has no longer the bytes that it had.
 */
export async function putOpened(tx: Transaction, opened: Opened): Promise<string[] | null> {
  const { id, storageKey, derivedBytes, fileId, insteadOf } = opened
  await tx.execute(sql`select 1 from blobs where id = ${insteadOf} for update`)
  await tx.execute(sql`
    insert into blobs (id, storage_key, size, derived_bytes, sha256, crc32, damaged_at, mime, kind, state, lock)
    select ${id}::uuid, ${storageKey}, size, ${derivedBytes}::bigint, sha256, crc32, damaged_at, mime, kind, 'FAILED', 'OPENED'
    from blobs where id = ${insteadOf} and exists (select 1 from files where id = ${fileId} and blob_id = ${insteadOf})`)
  const moved = await tx.execute(
    sql`update files set blob_id = ${id} where id = ${fileId} and blob_id = ${insteadOf}`,
  )
  if (moved.rowCount === 0) return null
  const { rows } = await tx.execute<{ storageKey: string }>(sql`
    delete from blobs b where b.id = ${insteadOf} and not exists (select 1 from files where blob_id = b.id)
    returning storage_key as "storageKey"`)
  return rows.map((row) => row.storageKey)
}
