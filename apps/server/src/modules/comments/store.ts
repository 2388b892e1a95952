import type { Author, CommentStatus, CommentType, Marker } from '@wingmark/contract/comments'
import type { FileKind } from '@wingmark/contract/file-types'
import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'

/** As PostgreSQL writes it, in JSON; present.ts adds what depends on the caller. */
export type AttachmentView = {
  id: string
  key: string
  name: string
  mime: string
  kind: FileKind
  size: number
}

export type ReplyView = {
  _id: string
  comment: string
  message: string
  files: AttachmentView[] | null
  mentions: string[]
  author: Author
  createdAt: string
  updatedAt: string
  editedAt: string | null
}

export type CommentView = {
  _id: string
  file: string
  review: string
  number: number | null
  type: CommentType
  marker: Marker | null
  message: string
  files: AttachmentView[] | null
  mentions: string[]
  author: Author
  status: CommentStatus
  resolvedBy: { _id: string; name: string } | null
  replies: ReplyView[] | null
  deleted: boolean
  createdAt: string
  updatedAt: string
  editedAt: string | null
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `json_agg` of attachments from a relation with the columns of `files`. */
export const attachmentsJson = (files: string, condition: string) => `(select json_agg(json_build_object(
    'id', f.id, 'key', f.key, 'name', f.name, 'mime', b.mime, 'kind', b.kind, 'size', b.size) order by f.position, f.id)
  from ${files} f join blobs b on b.id = f.blob_id where ${condition})`

// Aliases: `t` the comment or reply, `u` and `g` its author.
const authorJson = `json_build_object('kind', case when t.user_id is null then 'GUEST' else 'USER' end,
  '_id', coalesce(t.user_id, t.guest_id), 'name', coalesce(u.name, g.name), 'avatar', u.avatar)`
export const authorTables = 'left join users u on u.id = t.user_id left join guests g on g.id = t.guest_id'

/** A reply `t` as JSON, given its attachments. */
export const replyJson = (files: string) => `json_build_object('_id', t.id, 'comment', t.comment_id,
  'message', t.message, 'files', ${files}, 'mentions', t.mentions, 'author', ${authorJson},
  'createdAt', ${time('t.created_at')}, 'updatedAt', ${time('t.updated_at')}, 'editedAt', ${time('t.edited_at')})`

const replyFiles = attachmentsJson('files', 'f.reply_id = t.id')

const repliesJson = `case when t.reply_count > 0 then (
  select json_agg(reply.item order by reply.id) from (
    select p.id, (select ${replyJson(replyFiles)} from (select p.*) t ${authorTables}) as item
    from replies p where p.comment_id = t.id) reply) end`

/** A comment `t` as JSON, given its attachments and its replies. */
export const commentJson = (
  files: string,
  replies: string,
) => `json_build_object('_id', t.id, 'file', t.file_id,
  'review', t.review_id, 'number', t.number, 'type', t.type, 'marker', t.marker, 'message', t.message,
  'files', ${files}, 'mentions', t.mentions, 'author', ${authorJson}, 'status', t.status,
  'resolvedBy', (select json_build_object('_id', s.id, 'name', s.name) from users s where s.id = t.resolved_by),
  'replies', ${replies}, 'deleted', t.deleted_at is not null,
  'createdAt', ${time('t.created_at')}, 'updatedAt', ${time('t.updated_at')}, 'editedAt', ${time('t.edited_at')})`

const storedComment = commentJson(attachmentsJson('files', 'f.comment_id = t.id'), repliesJson)

const commentsById = namedQuery<{ ids: readonly string[] }>(
  'comments-by-id',
  `select ${storedComment} as item from comments t ${authorTables} where t.id = any({ids}::uuid[])`,
)

/** The comments with these ids, in no particular order; those that are gone are missing. One query. */
export async function findComments(db: Database, ids: readonly string[]): Promise<CommentView[]> {
  const { rows } = await db.pool.query<{ item: CommentView }>(commentsById({ ids }))
  return rows.map((row) => row.item)
}

const repliesById = namedQuery<{ ids: readonly string[] }>(
  'replies-by-id',
  `select ${replyJson(replyFiles)} as item from replies t ${authorTables} where t.id = any({ids}::uuid[])`,
)

export async function findReplies(db: Database, ids: readonly string[]): Promise<ReplyView[]> {
  const { rows } = await db.pool.query<{ item: ReplyView }>(repliesById({ ids }))
  return rows.map((row) => row.item)
}

type ListParameters = { id: string; after: string; limit: number; status: CommentStatus | null }

function listQuery(name: string, container: string, column: 'file_id' | 'review_id', hasStatus: boolean) {
  const status = hasStatus ? 'and t.status = {status}::text' : ''
  const total = hasStatus
    ? `case {status}::text when 'OPEN' then h.open_count else h.comment_count - h.open_count end`
    : 'h.comment_count'
  return namedQuery<ListParameters>(
    name,
    `select ${total} as total, coalesce((select json_agg(page.item order by page.id) from (
        select t.id, ${storedComment} as item from comments t ${authorTables}
        where t.${column} = {id}::uuid and t.id > {after}::uuid ${status} order by t.id limit {limit}::int
      ) page), '[]') as items
    from ${container} h where h.id = {id}::uuid`,
  )
}

const reviewFiles = `(select * from files where purpose = 'REVIEW')`
const lists = {
  file: listQuery('comments-file', reviewFiles, 'file_id', false),
  fileByStatus: listQuery('comments-file-status', reviewFiles, 'file_id', true),
  review: listQuery('comments-review', 'reviews', 'review_id', false),
  reviewByStatus: listQuery('comments-review-status', 'reviews', 'review_id', true),
}

export type ListSubject = { file: string } | { review: string }
type Paging = { after: string | null; limit: number; status: CommentStatus | null }

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** One page, oldest first, with its total kept by counters: one query. Null for a file that is not under review. */
export async function listComments(
  db: Database,
  subject: ListSubject,
  { after, limit, status }: Paging,
): Promise<{ total: number; items: CommentView[] } | null> {
  const isFile = 'file' in subject
  const plain = isFile ? lists.file : lists.review
  const filtered = isFile ? lists.fileByStatus : lists.reviewByStatus
  const query = status === null ? plain : filtered
  const id = isFile ? subject.file : subject.review
  const { rows } = await db.pool.query<{ total: number; items: CommentView[] }>(
    query({ id, after: after ?? beforeAll, limit, status }),
  )
  return rows[0] ?? null
}
