import { byPages, type ExportedItem, exportedItems } from '#server/db/by-pages'
import type { Database } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { reviewPeople } from '#server/modules/access/sql'
import { firstId } from '#server/platform/ids'

export type ExportedReview = { id: string; name: string; createdAt: Date; facts: object }

export const listReviewsOf = byPages(
  'reviews',
  row<ExportedReview>({ id: 'uuid', name: 'text', createdAt: 'timestamptz', facts: 'json' }),
  `select r.id, r.name, r.created_at as "createdAt", json_build_object(
        '_id', r.id, 'name', r.name, 'description', r.description, 'visibility', r.visibility,
        'commentsUntil', r.comments_until,
        'createdAt', r.created_at, 'updatedAt', r.updated_at,
        'members', (select coalesce(json_agg(json_build_object('name', u.name, 'role', m.role, 'since', m.since)
          order by m.since), '[]') from ${reviewPeople} m join users u on u.id = m.user_id
          where m.review_id = r.id and m.role <> 'OWNER')
      ) as facts
     from reviews r where r.owner_id = {owner}::uuid and r.deleted_at is null and r.id > {after}::uuid order by r.id`,
)

const author = needs('t')`
  coalesce((select name from users where id = t.user_id), (select name from guests where id = t.guest_id))`

const comment = needs('c', 'f')`
  json_build_object('_id', c.id, 'file', f.name, 'version', c.version, 'number', c.number, 'type', c.type, 'marker', c.marker,
  'author', (select ${author} from (select c.user_id, c.guest_id) t), 'message', c.message, 'status', c.status,
  'createdAt', c.created_at, 'editedAt', c.edited_at)`

const reply = `json_build_object('_id', t.id, 'author', ${author}, 'message', t.message,
  'createdAt', t.created_at, 'editedAt', t.edited_at)`

const wordyRows = 50
const wordyBytes = 1_000_000

// Rows can be long: batches hold at most a megabyte, but at least one row.
const bounded = (columns: string, text: string) => `select ${columns} from (
    select page.*, sum(octet_length(item::text)) over (order by n) - octet_length(item::text) as before
    from (select row_number() over () as n, listed.* from (${text} limit ${wordyRows}) listed) page
  ) row where before < ${wordyBytes} order by n`

type ExportedComment = ExportedItem & { hasReplies: boolean }
/** A comment with replies that are read later. */
export type ExportedThread = ExportedItem & { replies: AsyncIterable<ExportedItem> }

const threadsOfReview = statement('export-threads', {
  takes: { review: 'uuid', after: 'uuid' },
  gives: row<ExportedComment>({ id: 'uuid', hasReplies: 'bool', item: 'json' }),
  text: bounded(
    'id, "hasReplies", item',
    `select c.id, c.reply_count > 0 as "hasReplies", ${comment} as item
      from comments c join files f on f.id = c.file_id
      where c.review_id = {review}::uuid and c.deleted_at is null and c.id > {after}::uuid order by c.id`,
  ),
})

/** All comments and replies in a review, by anyone. */
export async function* listThreadsOfReview(db: Database, reviewId: string): AsyncGenerator<ExportedThread> {
  let after = firstId
  for (;;) {
    const rows = await threadsOfReview.rows(db.pool, { review: reviewId, after })
    const answered = rows.filter((row) => row.hasReplies).map((row) => row.id)
    const replies = takeTurns(listRepliesOf(db, answered))
    for (const row of rows) yield { ...row, replies: replies(row.id) }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

type ExportedReply = ExportedItem & { parentId: string }

const repliesOf = statement('export-replies', {
  takes: { comments: 'uuid[]', parent: 'uuid', after: 'uuid' },
  gives: row<ExportedReply>({ id: 'uuid', parentId: 'uuid', item: 'json' }),
  text: bounded(
    'id, "parentId", item',
    `select t.id, t.comment_id as "parentId", ${reply} as item from replies t
      where t.comment_id = any({comments}::uuid[]) and (t.comment_id, t.id) > ({parent}::uuid, {after}::uuid)
      order by t.comment_id, t.id`,
  ),
})

async function* listRepliesOf(db: Database, comments: readonly string[]): AsyncGenerator<ExportedReply> {
  let after = { parentId: firstId, id: firstId }
  while (comments.length > 0) {
    const rows = await repliesOf.rows(db.pool, { comments, parent: after.parentId, after: after.id })
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

/** Splits one list, ordered by comment, into the replies of each comment. */
function takeTurns(
  replies: AsyncGenerator<ExportedReply>,
): (comment: string) => AsyncGenerator<ExportedItem> {
  let next: Promise<IteratorResult<ExportedReply>> | null = null
  return async function* (comment) {
    for (;;) {
      next ??= replies.next()
      const one = await next
      if (one.done || one.value.parentId !== comment) return
      next = null
      yield one.value
    }
  }
}

/** The user's comments in others' reviews. */
export const listCommentsElsewhere = exportedItems(
  'comments-elsewhere',
  `select c.id, json_build_object('_id', c.id, 'review', r.name, 'file', f.name, 'version', c.version, 'number', c.number,
        'message', c.message, 'createdAt', c.created_at, 'editedAt', c.edited_at) as item
     from comments c join files f on f.id = c.file_id join reviews r on r.id = c.review_id
     where c.user_id = {owner}::uuid and r.owner_id <> {owner}::uuid and r.deleted_at is null and c.deleted_at is null and c.id > {after}::uuid order by c.id`,
)

export const listRepliesElsewhere = exportedItems(
  'replies-elsewhere',
  `select t.id, json_build_object('_id', t.id, 'review', r.name, 'comment', c.id, 'message', t.message,
        'createdAt', t.created_at, 'editedAt', t.edited_at) as item
     from replies t join comments c on c.id = t.comment_id join reviews r on r.id = c.review_id
     where t.user_id = {owner}::uuid and r.owner_id <> {owner}::uuid and r.deleted_at is null and t.id > {after}::uuid order by t.id`,
)

export const listNotifications = exportedItems(
  'notifications',
  `select n.id, json_build_object('action', n.action, 'title', n.title, 'by', n.created_by_name,
        'createdAt', n.created_at) as item
     from notifications n where n.user_id = {owner}::uuid and n.id > {after}::uuid order by n.id`,
)

export type ExportedFile = {
  id: string
  name: string
  mime: string
  blobId: string
  storageKey: string
  size: number
  sha256: Buffer | null
  isDamaged: boolean
  isAttachment: boolean
  position: number | null
  version: number
  hasVersions: boolean
  createdAt: Date
}

const fileColumns = needs('f', 'b')`f.id, f.name, b.mime, b.storage_key as "storageKey",
  b.id as "blobId", b.size, b.sha256, b.damaged_at is not null as "isDamaged", f.purpose = 'COMMENT' as "isAttachment",
  coalesce(f.position, (select s.position from files s where s.id = f.stack_id)) as position, f.version, f.last_version > 1 or f.stack_id is not null as "hasVersions",
  f.created_at as "createdAt"`
const fileTypes = row<ExportedFile>({
  id: 'uuid',
  name: 'text',
  mime: 'text',
  blobId: 'uuid',
  storageKey: 'text',
  size: 'int8',
  sha256: 'bytea',
  isDamaged: 'bool',
  isAttachment: 'bool',
  position: 'int4',
  version: 'int4',
  hasVersions: 'bool',
  createdAt: 'timestamptz',
})

/** Designs and attachments of a review. */
export const listFilesOfReview = byPages(
  'files-of-review',
  fileTypes,
  `select ${fileColumns} from files f join blobs b on b.id = f.blob_id
     where f.review_id = {owner}::uuid and f.id > {after}::uuid order by f.id`,
)

/** The user's files outside their own reviews. */
export const listFilesElsewhere = byPages(
  'files-elsewhere',
  fileTypes,
  `select ${fileColumns} from files f join blobs b on b.id = f.blob_id
     left join reviews r on r.id = f.review_id
     where f.owner_id = {owner}::uuid and f.guest_id is null and f.transfer_state is distinct from 'IN_BIN'
       and r.owner_id is distinct from {owner}::uuid and r.deleted_at is null and f.id > {after}::uuid order by f.id`,
)
