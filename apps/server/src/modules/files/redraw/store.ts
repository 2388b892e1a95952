import type { Database } from '#server/db/client'

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
