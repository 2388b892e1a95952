import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'

/** Bytes, which several files may share, or one file. */
export type Attached = { blob: string } | { file: string }

export type Place = {
  reviewId: string
  commentId: string
  replyId: string | null
  fileId: string
  /** The comment or reply has no words and nothing else attached. */
  isAll: boolean
}

/** The comments and replies that show this, in the order of their reviews. */
export async function findWhereAttached(tx: Transaction, what: Attached): Promise<Place[]> {
  const which = 'blob' in what ? sql`f.blob_id = ${what.blob}` : sql`f.id = ${what.file}`
  const { rows } = await tx.execute<Place>(sql`
    select c.review_id as "reviewId", c.id as "commentId", r.id as "replyId", c.file_id as "fileId",
      coalesce(r.message, c.message) = '' and not exists (
        select 1 from files o where o.id <> f.id and (o.comment_id = f.comment_id or o.reply_id = f.reply_id)
      ) as "isAll"
    from files f left join replies r on r.id = f.reply_id
    join comments c on c.id = coalesce(f.comment_id, r.comment_id)
    where ${which} order by c.review_id, c.id`)
  return rows
}

/** Whether it was sent with a message. */
export async function isInMessage(tx: Transaction, file: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from files where id = ${file} and message_id is not null`)
  return rows.length > 0
}
