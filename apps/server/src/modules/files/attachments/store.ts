import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { files } from '#server/db/tables/files'

/** A blob, which files may share, or one file. */
export type Attached = { blob: string } | { file: string }

export type Place = {
  reviewId: string
  commentId: string
  replyId: string | null
  fileId: string
  /** The comment or reply has no text and no other attachment. */
  isAll: boolean
}

const placesOf = (name: string, which: string) =>
  statement(`attached-${name}`, {
    takes: { id: 'uuid' },
    gives: row<Place>({
      reviewId: 'uuid',
      commentId: 'uuid',
      replyId: 'uuid',
      fileId: 'uuid',
      isAll: 'bool',
    }),
    text: `select c.review_id as "reviewId", c.id as "commentId", r.id as "replyId", c.file_id as "fileId",
        coalesce(r.message, c.message) = '' and not exists (
          select 1 from files o where o.id <> f.id and (o.comment_id = f.comment_id or o.reply_id = f.reply_id)
        ) as "isAll"
      from files f left join replies r on r.id = f.reply_id
      join comments c on c.id = coalesce(f.comment_id, r.comment_id)
      where ${which} = {id}::uuid order by c.review_id, c.id`,
  })
const placesOfBlob = placesOf('blob', 'f.blob_id')
const placesOfFile = placesOf('file', 'f.id')

/** Comments and replies that show it, ordered by review. */
export function findWhereAttached(tx: Transaction, what: Attached): Promise<Place[]> {
  return 'blob' in what ? placesOfBlob.rows(tx, { id: what.blob }) : placesOfFile.rows(tx, { id: what.file })
}

/** Whether a message contains it. */
export async function isInMessage(tx: Transaction, file: string): Promise<boolean> {
  const [found] = await tx
    .select({ message: files.messageId })
    .from(files)
    .where(and(eq(files.id, file), isNotNull(files.messageId)))
  return found !== undefined
}
