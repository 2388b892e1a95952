import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'

/** False once the video is deleted. */
export async function saveSeconds(tx: Transaction, blobId: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`update blobs set seconds = ${seconds} where id = ${blobId}`)
  return rowCount === 1
}
