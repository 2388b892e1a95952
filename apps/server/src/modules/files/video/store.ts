import type { Database } from '#server/db/client'

/** False once the video is deleted. */
export async function saveSeconds(db: Database, blobId: string, seconds: number): Promise<boolean> {
  const { rowCount } = await db.pool.query('update blobs set seconds = $2 where id = $1', [blobId, seconds])
  return rowCount === 1
}
