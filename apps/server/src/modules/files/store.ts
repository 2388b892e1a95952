import type { Database } from '#server/db/client'
import type { FileView } from '#server/modules/files/present'

const fileViewColumns = `f.id, f.key, f.name, f.owner_id as "ownerId", f.review_id as "reviewId",
  coalesce(r.access_epoch, 0) as epoch, b.mime, b.kind, b.size, b.state, b.error, b.width, b.height, b.pages, b.animated,
  f.comment_count as "commentCount", f.open_count as "openCount", f.created_at as "createdAt"`
const fileViewTables = 'files f join blobs b on b.id = f.blob_id left join reviews r on r.id = f.review_id'

/** The files under review, in order; attachments of comments are not among them. */
export async function listReviewFiles(db: Database, reviewId: string): Promise<FileView[]> {
  const { rows } = await db.pool.query<FileView>({
    name: 'review-files',
    text: `select ${fileViewColumns} from ${fileViewTables}
      where f.review_id = $1 and f.purpose = 'REVIEW' order by f.position, f.id`,
    values: [reviewId],
  })
  return rows
}

export async function findFile(db: Database, id: string): Promise<FileView | null> {
  const { rows } = await db.pool.query<FileView>({
    name: 'file',
    text: `select ${fileViewColumns} from ${fileViewTables} where f.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}
