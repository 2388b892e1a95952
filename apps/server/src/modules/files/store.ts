import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import type { FileView } from '#server/modules/files/present'

const fileViewColumns = (
  pages: string,
) => `f.id, f.key, f.name, f.owner_id as "ownerId", f.review_id as "reviewId",
  f.transfer_state = 'IN_TREE' as "isInTree", b.mime, b.kind, b.size, b.state, b.error, b.width, b.height, ${pages} as pages, b.animated, b.tiled, b.lock, b.unseen,
  f.comment_count as "commentCount", f.open_count as "openCount", f.created_at as "createdAt"`
/** What somebody deleted in their transfers is there for nobody but those. */
export const isNotInBin = `f.transfer_state is distinct from 'IN_BIN'`
const fileViewTables = 'files f join blobs b on b.id = f.blob_id'

/** Pages that one answer tells of. Documents after those are told with their first: all of them would be tens of megabytes. */
const mostPagesTold = 50_000
/** Of what was sent, which stands in the HTML of its page. */
const mostSentPagesTold = 2_000
const pagesTold = (order: string, most: number) => `case
  when b.pages is null or sum(jsonb_array_length(b.pages)) over (order by ${order}) <= ${most} then b.pages
  else jsonb_build_array(b.pages -> 0) end`

/** The files under review, in order; attachments of comments are not among them. */
export async function listReviewFiles(db: Database, reviewId: string): Promise<FileView[]> {
  const { rows } = await db.pool.query<FileView>({
    name: 'review-files',
    text: `select ${fileViewColumns(pagesTold('f.position, f.id', mostPagesTold))} from ${fileViewTables}
      where f.review_id = $1 and f.purpose = 'REVIEW' order by f.position, f.id`,
    values: [reviewId],
  })
  return rows
}

export async function findFile(db: Database, id: string): Promise<FileView | null> {
  const { rows } = await db.lookups.query<FileView>({
    name: 'file',
    text: `select ${fileViewColumns('b.pages')} from ${fileViewTables} where f.id = $1 and ${isNotInBin}`,
    values: [id],
  })
  return rows[0] ?? null
}

/** In no order; documents with their first page only. */
export async function listFilesById(db: Database, ids: readonly string[]): Promise<FileView[]> {
  const { rows } = await db.pool.query<FileView>({
    name: 'files-by-id',
    text: `select ${fileViewColumns('case when b.pages is not null then jsonb_build_array(b.pages -> 0) end')} from ${fileViewTables} where f.id = any($1::uuid[])`,
    values: [ids],
  })
  return rows
}

/** In this order, as far as they are there. */
export async function listSentFiles(db: Database, ids: readonly string[]): Promise<FileView[]> {
  const order = 'array_position($1::uuid[], f.id)'
  const { rows } = await db.pool.query<FileView>({
    name: 'files-sent',
    text: `select ${fileViewColumns(pagesTold(order, mostSentPagesTold))} from ${fileViewTables}
      where f.id = any($1::uuid[]) order by ${order}`,
    values: [ids],
  })
  return rows
}

export async function updateName(db: Queryable, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update files set name = ${name} where id = ${id}`)
  return rowCount === 1
}

/** Before any file of it, as everybody does: two that lock them the other way round wait for each other. */
export async function lockReviewOf(
  tx: Transaction,
  { reviewId }: { reviewId: string | null },
): Promise<void> {
  if (reviewId) await tx.execute(sql`select 1 from reviews where id = ${reviewId} for no key update`)
}

/** The file and the attachments of its comments and replies, which go with it. Locks the review they are in. */
export async function lockWithAttachments(tx: Transaction, file: { id: string; reviewId: string | null }) {
  await lockReviewOf(tx, file)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from files where id = ${file.id}
    union select a.id from files a join comments c on c.id = a.comment_id where c.file_id = ${file.id}
    union select a.id from files a join replies p on p.id = a.reply_id join comments c on c.id = p.comment_id
      where c.file_id = ${file.id}`)
  return rows.map((row) => row.id)
}

/** Closes the gap and counts again what a deleted file took along. */
export async function settleReview(tx: Transaction, reviewId: string): Promise<void> {
  await tx.execute(sql`
    update files f set position = o.place - 1
    from (
      select id, row_number() over (order by position, id) as place
      from files where review_id = ${reviewId} and purpose = 'REVIEW'
    ) o
    where f.id = o.id and f.position is distinct from o.place - 1`)
  await tx.execute(sql`
    update reviews r set file_count = s.files, comment_count = s.comments, open_count = s.open, updated_at = now()
    from (
      select count(*)::int as files, coalesce(sum(comment_count), 0)::int as comments, coalesce(sum(open_count), 0)::int as open
      from files where review_id = ${reviewId} and purpose = 'REVIEW'
    ) s
    where r.id = ${reviewId}`)
}
