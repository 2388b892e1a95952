import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'

/** The comments and replies that show these bytes, in the order of their reviews. */
export async function findWhereAttached(
  tx: Transaction,
  blobId: string,
): Promise<{ reviewId: string; commentId: string; replyId: string | null; fileId: string }[]> {
  const { rows } = await tx.execute<{
    reviewId: string
    commentId: string
    replyId: string | null
    fileId: string
  }>(sql`
    select c.review_id as "reviewId", c.id as "commentId", r.id as "replyId", c.file_id as "fileId"
    from files f left join replies r on r.id = f.reply_id
    join comments c on c.id = coalesce(f.comment_id, r.comment_id)
    where f.blob_id = ${blobId} order by c.review_id, c.id`)
  return rows
}
