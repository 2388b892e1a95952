import type { CommentStatus, CommentType, Marker } from '@wingmark/contract/comments'
import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { keptNames } from '#server/modules/comments/content/store'

export type LockedComment = {
  fileId: string
  userId: string | null
  guestId: string | null
  type: CommentType
  marker: Marker | null
  message: string
  mentions: string[]
  status: CommentStatus
  isDeleted: boolean
  replyCount: number
  /** Of the file; null while unknown. */
  pages: number | null
}

/** Locks review and comment, in this order. */
export async function lockComment(
  tx: Transaction,
  reviewId: string,
  id: string,
): Promise<LockedComment | null> {
  await tx.execute(sql`select 1 from reviews where id = ${reviewId} for no key update`)
  const { rows } = await tx.execute<LockedComment>(sql`
    select c.file_id as "fileId", c.user_id as "userId", c.guest_id as "guestId", c.type, c.marker, c.message, c.mentions,
      c.status, c.deleted_at is not null as "isDeleted", c.reply_count as "replyCount",
      case when jsonb_typeof(b.pages) = 'array' then jsonb_array_length(b.pages) when b.kind = 'IMAGE' then 1 end as pages
    from comments c join files f on f.id = c.file_id join blobs b on b.id = f.blob_id
    where c.id = ${id} and c.review_id = ${reviewId} for no key update of c`)
  return rows[0] ?? null
}

export async function updateCommentRow(
  tx: Transaction,
  id: string,
  change: { message: string; marker: Marker | null; mentions: readonly string[] },
): Promise<void> {
  const mentions = sql`array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(change.mentions)}::jsonb))`
  await tx.execute(sql`update comments set message = ${change.message},
      marker = ${change.marker && JSON.stringify(change.marker)}::json,
      mentions = ${mentions}, mention_names = ${keptNames(sql`${change.message}`, mentions)},
      edited_at = now(), updated_at = now()
    where id = ${id}`)
}

/** What stays of a comment that has replies. */
export async function buryComment(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`update comments set message = '', mentions = '{}', mention_names = '{}', deleted_at = now(), updated_at = now()
    where id = ${id}`)
}

/** Deletes the comment's row; the counters of its file and review follow. */
export async function removeThread(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from comments where id = ${id} returning file_id, review_id, (status = 'OPEN')::int as open
    ), counted as (
      update files set comment_count = comment_count - 1, open_count = open_count - gone.open
      from gone where files.id = gone.file_id
    )
    update reviews set comment_count = comment_count - 1, open_count = open_count - gone.open, updated_at = now()
    from gone where reviews.id = gone.review_id`)
}

/** Sets another status than the present one; the counters follow. */
export async function setStatus(
  tx: Transaction,
  id: string,
  status: CommentStatus,
  resolvedBy: string | null,
): Promise<void> {
  const step = status === 'OPEN' ? 1 : -1
  await tx.execute(sql`
    with changed as (
      update comments set status = ${status}, resolved_by = ${resolvedBy}::uuid, updated_at = now()
      where id = ${id} and status <> ${status} returning file_id, review_id
    ), counted as (
      update files set open_count = open_count + ${step} from changed where files.id = changed.file_id
    )
    update reviews set open_count = open_count + ${step}, updated_at = now()
    from changed where reviews.id = changed.review_id`)
}
