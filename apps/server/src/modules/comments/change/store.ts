import type { CommentStatus, CommentType, Marker } from '@wingmark/contract/comments'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { lockReviewRow } from '#server/db/lock-review'
import { row, statement } from '#server/db/statement'
import { comments } from '#server/db/tables/comments'
import { keptNames } from '#server/modules/comments/content/store'
import { isVersionOf } from '#server/modules/files/sql'

export type LockedComment = {
  fileId: string
  userId: string | null
  guestId: string | null
  type: CommentType
  marker: Marker | null
  message: string
  editedAt: Date | null
  mentions: string[]
  /** The version that it was made on. */
  version: number
  status: CommentStatus
  isDeleted: boolean
  /** It is the newest comment or reply of the file. */
  isLastSaid: boolean
  replyCount: number
  /** The file's pages; null while unknown. */
  pages: number | null
}

const lock = statement('comment-lock', {
  takes: { review: 'uuid', id: 'uuid' },
  gives: row<LockedComment>({
    ...{ fileId: 'uuid', userId: 'uuid', guestId: 'uuid', type: 'text', marker: 'json', message: 'text' },
    ...{
      editedAt: 'timestamptz',
      mentions: 'uuid[]',
      version: 'int4',
      status: 'text',
      isDeleted: 'bool',
      isLastSaid: 'bool',
      replyCount: 'int4',
      pages: 'int4',
    },
  }),
  text: `select c.file_id as "fileId", c.user_id as "userId", c.guest_id as "guestId", c.type, c.marker, c.message, c.edited_at as "editedAt", c.mentions,
      c.version, c.status, c.deleted_at is not null as "isDeleted", c.created_at >= f.last_said_at as "isLastSaid", c.reply_count as "replyCount",
      case when jsonb_typeof(b.pages) = 'array' then jsonb_array_length(b.pages) when b.kind = 'IMAGE' then 1 end as pages
    from comments c join files f on f.id = c.file_id
      join files v on ${isVersionOf('v', 'c')} join blobs b on b.id = v.blob_id
    where c.id = {id}::uuid and c.review_id = {review}::uuid for no key update of c`,
})

/** Locks review and comment, in this order. */
export async function lockComment(
  tx: Transaction,
  review: string,
  id: string,
): Promise<LockedComment | null> {
  await lockReviewRow(tx, review)
  return lock.first(tx, { review, id })
}

const update = statement('comment-update', {
  takes: { id: 'uuid', message: 'text', marker: 'json', mentions: 'uuid[]', isReworded: 'bool' },
  text: `update comments set message = {message}::text, marker = {marker}::json, mentions = {mentions}::uuid[],
      mention_names = ${keptNames('{message}', '{mentions}::uuid[]')}, edited_at = case when {isReworded}::bool then now() else edited_at end, updated_at = now()
    where id = {id}::uuid`,
})

export async function updateCommentRow(
  tx: Transaction,
  id: string,
  {
    marker,
    ...words
  }: { message: string; marker: Marker | null; mentions: readonly string[]; isReworded: boolean },
): Promise<void> {
  await update.count(tx, { ...words, id, marker: marker && JSON.stringify(marker) })
}

const dropReactions = statement('comment-drop-reactions', {
  takes: { id: 'uuid' },
  text: 'delete from reactions where comment_id = {id}::uuid and reply_id is null',
})

/** Leaves a placeholder for a comment with replies. */
export async function buryComment(tx: Transaction, id: string): Promise<void> {
  await dropReactions.count(tx, { id })
  await tx
    .update(comments)
    .set({ message: '', mentions: [], mentionNames: [], deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(comments.id, id))
}

const remove = statement('comment-remove', {
  takes: { id: 'uuid' },
  text: `with gone as (
      delete from comments where id = {id}::uuid returning file_id, review_id, (status = 'OPEN')::int as open
    ), counted as (
      update files set comment_count = comment_count - 1, open_count = open_count - gone.open
      from gone where files.id = gone.file_id
    )
    update reviews set comment_count = comment_count - 1, open_count = open_count - gone.open, updated_at = now()
    from gone where reviews.id = gone.review_id`,
})

/** Deletes the comment's row; the counters of its file and review follow. */
export async function removeThread(tx: Transaction, id: string): Promise<void> {
  await remove.count(tx, { id })
}

const settle = statement('file-last-said', {
  takes: { id: 'uuid' },
  text: `update files set last_said_at = (
      select max(greatest(case when c.deleted_at is null then c.created_at end, (
        select p.created_at from replies p where p.comment_id = c.id and c.reply_count > 0 order by p.id desc limit 1
      ))) from comments c where c.file_id = {id}::uuid
    ) where id = {id}::uuid`,
})

/** After the newest comment or reply was deleted. */
export async function settleLastSaid(tx: Transaction, fileId: string): Promise<void> {
  await settle.count(tx, { id: fileId })
}

const changeStatus = statement('comment-status', {
  takes: {
    id: 'uuid',
    status: 'text',
    resolvedBy: 'uuid',
    resolvedTask: 'int4',
    resolvedVersion: 'int4',
    step: 'int4',
  },
  text: `with changed as (
      update comments set status = {status}::text, resolved_by = {resolvedBy}::uuid,
        resolved_task = {resolvedTask}::int, resolved_version = {resolvedVersion}::int, updated_at = now()
      where id = {id}::uuid and status <> {status}::text returning file_id, review_id
    ), counted as (
      update files set open_count = open_count + {step}::int from changed where files.id = changed.file_id
    )
    update reviews set open_count = open_count + {step}::int, updated_at = now()
    from changed where reviews.id = changed.review_id`,
})

/** Changes the status; the counters follow. */
export async function setStatus(
  tx: Transaction,
  id: string,
  status: CommentStatus,
  resolved: { resolvedBy: string | null; resolvedTask: number | null; resolvedVersion: number | null },
): Promise<void> {
  await changeStatus.count(tx, { id, status, ...resolved, step: status === 'OPEN' ? 1 : -1 })
}
