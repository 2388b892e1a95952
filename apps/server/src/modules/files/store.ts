import { eq } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { lockReviewRow } from '#server/db/lock-review'
import { needs, offers } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { files } from '#server/db/tables/files'
import type { FileView } from '#server/modules/files/present'

export const fileViewColumns = (pages: string) =>
  needs('f', 'b')`f.id, f.key, f.name, f.owner_id as "ownerId", f.review_id as "reviewId",
  f.transfer_state = 'IN_TREE' as "isInTree", b.mime, b.kind, b.size, b.state, b.error, b.width, b.height, ${pages} as pages, b.animated, b.tiled, b.lock, b.unseen,
  f.comment_count as "commentCount", f.open_count as "openCount", f.version, f.version_count as "versionCount", f.last_said_at as "lastSaidAt", f.created_at as "createdAt"`
/** Transfers in the trash exist only there. */
export const isNotInBin = needs('f')`f.transfer_state is distinct from 'IN_BIN'`
export const fileViewTables = offers('f', 'b')`files f join blobs b on b.id = f.blob_id`

/** Pages in one answer; later documents list only their first, as all would be tens of megabytes. */
export const mostPagesListed = 50_000
/** For deliveries, which are embedded in the HTML of their page. */
const mostSentPagesListed = 2_000
export const listedPages = (order: string, most: number) =>
  needs('b')`case
  when b.pages is null or sum(jsonb_array_length(b.pages)) over (order by ${order}) <= ${most} then b.pages
  else jsonb_build_array(b.pages -> 0) end`

export const fileViewFields = {
  id: 'uuid',
  key: 'text',
  name: 'text',
  ownerId: 'uuid',
  reviewId: 'uuid',
  isInTree: 'bool',
  mime: 'text',
  kind: 'text',
  size: 'int8',
  state: 'text',
  error: 'text',
  width: 'float4',
  height: 'float4',
  pages: 'jsonb',
  animated: 'bool',
  tiled: 'bool',
  lock: 'text',
  unseen: 'text[]',
  commentCount: 'int4',
  openCount: 'int4',
  version: 'int4',
  versionCount: 'int4',
  lastSaidAt: 'timestamptz',
  createdAt: 'timestamptz',
} as const
const given = row<FileView>(fileViewFields)

const ofReview = statement('review-files', {
  takes: { review: 'uuid' },
  gives: given,
  text: `select ${fileViewColumns(listedPages('f.position, f.id', mostPagesListed))} from ${fileViewTables}
    where f.review_id = {review}::uuid and f.purpose = 'REVIEW' order by f.position, f.id`,
})

/** The files under review, in order; without comments' attachments. */
export const listReviewFiles = (db: Database, review: string): Promise<FileView[]> =>
  ofReview.rows(db.pool, { review })

const byId = statement('file', {
  takes: { id: 'uuid' },
  gives: given,
  text: `select ${fileViewColumns('b.pages')} from ${fileViewTables} where f.id = {id}::uuid and f.purpose <> 'VERSION' and ${isNotInBin}`,
})

export const findFile = (db: Database, id: string): Promise<FileView | null> => byId.first(db.lookups, { id })

const firstPage = needs('b')`case when b.pages is not null then jsonb_build_array(b.pages -> 0) end`
const byIds = statement('files-by-id', {
  takes: { ids: 'uuid[]' },
  gives: given,
  text: `select ${fileViewColumns(firstPage)} from ${fileViewTables} where f.id = any({ids}::uuid[])`,
})

/** In any order; documents with their first page only. */
export const listFilesById = (db: Database, ids: readonly string[]): Promise<FileView[]> =>
  byIds.rows(db.pool, { ids })

const inOrder = 'array_position({ids}::uuid[], f.id)'
const sent = statement('files-sent', {
  takes: { ids: 'uuid[]' },
  gives: given,
  text: `select ${fileViewColumns(listedPages(inOrder, mostSentPagesListed))} from ${fileViewTables}
    where f.id = any({ids}::uuid[]) order by ${inOrder}`,
})

/** In this order, as far as they exist. */
export const listSentFiles = (db: Database, ids: readonly string[]): Promise<FileView[]> =>
  sent.rows(db.pool, { ids })

export async function updateName(db: Queryable, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.update(files).set({ name }).where(eq(files.id, id))
  return rowCount === 1
}

/** Locked before any of its files. */
export async function lockReviewOf(
  tx: Transaction,
  { reviewId }: { reviewId: string | null },
): Promise<void> {
  if (reviewId) await lockReviewRow(tx, reviewId)
}

const withAttachments = statement('file-with-attachments', {
  takes: { id: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select id from files where id = {id}::uuid
    union select v.id from files v join files f on f.id = v.stack_id and f.review_id = v.review_id where f.id = {id}::uuid
    union select a.id from files a join comments c on c.id = a.comment_id where c.file_id = {id}::uuid
    union select a.id from files a join replies p on p.id = a.reply_id join comments c on c.id = p.comment_id
      where c.file_id = {id}::uuid`,
})

const lockWhole = statement('file-lock-whole', {
  takes: { id: 'uuid' },
  text: `select 1 from files where id = {id}::uuid and purpose <> 'VERSION' for update`,
})

/** The file, its other versions and the attachments of its comments and replies. Locks their review; empty for a version. */
export async function lockWithAttachments(tx: Transaction, file: { id: string; reviewId: string | null }) {
  await lockReviewOf(tx, file)
  // A free file may have become a version, whose row then holds an earlier one.
  if ((await lockWhole.count(tx, { id: file.id })) === 0) return []
  return (await withAttachments.rows(tx, { id: file.id })).map(({ id }) => id)
}

const closeGap = statement('review-close-gap', {
  takes: { review: 'uuid' },
  text: `update files f set position = o.place - 1
    from (
      select id, row_number() over (order by position, id) as place
      from files where review_id = {review}::uuid and purpose = 'REVIEW'
    ) o
    where f.id = o.id and f.position is distinct from o.place - 1`,
})
const countAgain = statement('review-count-again', {
  takes: { review: 'uuid' },
  text: `update reviews r set file_count = s.files, comment_count = s.comments, open_count = s.open, updated_at = now()
    from (
      select count(*)::int as files, coalesce(sum(comment_count), 0)::int as comments, coalesce(sum(open_count), 0)::int as open
      from files where review_id = {review}::uuid and purpose = 'REVIEW'
    ) s
    where r.id = {review}::uuid`,
})

/** Closes the gap in the order and counts again after a deletion. */
export async function settleReview(tx: Transaction, review: string): Promise<void> {
  await closeGap.count(tx, { review })
  await countAgain.count(tx, { review })
}
