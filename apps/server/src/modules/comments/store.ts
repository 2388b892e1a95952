import type { CommentStatus } from '@wingmark/contract/comments'
import { commentsPageSize } from '@wingmark/contract/limits'
import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import {
  idOfText,
  joinComments,
  replyTextsOf,
  separators,
  textsOf,
} from '#server/modules/comments/wire/store'

/** A comment or a reply as text for nobody in particular; see wire/store.ts. */
export type Stored = {
  id: string
  /** Its file, or its comment. */
  parentId: string
  item: string
}

// The ids in a selection of their own: planning takes longer than running, and what it cannot read it plans once.
const commentsById = namedQuery<{ ids: readonly string[] }>(
  'comments-by-id',
  textsOf('select * from comments where id = any((select {ids}::uuid[])::uuid[])'),
)

/** The comments with these ids, in no particular order; those that are gone are missing. One query. */
export async function findComments(db: Database, ids: readonly string[]): Promise<Stored[]> {
  const { rows } = await db.pool.query<Stored>(commentsById({ ids }))
  return rows
}

const repliesById = namedQuery<{ ids: readonly string[] }>(
  'replies-by-id',
  replyTextsOf('select * from replies where id = any((select {ids}::uuid[])::uuid[])'),
)

export async function findReplies(db: Database, ids: readonly string[]): Promise<Stored[]> {
  const { rows } = await db.pool.query<Stored>(repliesById({ ids }))
  return rows
}

type ListParameters = { id: string; after: string; limit: number; status: CommentStatus | null }

type Limit = '{limit}::int' | typeof commentsPageSize

// The bounds hold both columns of the index, so that the planner cannot prefer to walk over everybody's comments.
// Planning takes as long as running: with bounds that it cannot read and the usual limit written out it happens once.
function listQuery(column: 'file_id' | 'review_id', hasStatus: boolean, limit: Limit) {
  const container = column === 'file_id' ? `(select * from files where purpose = 'REVIEW')` : 'reviews'
  const status = hasStatus ? 'and status = {status}::text' : ''
  const total = hasStatus
    ? `case {status}::text when 'OPEN' then h.open_count else h.comment_count - h.open_count end`
    : 'h.comment_count'
  return namedQuery<ListParameters>(
    `comments-${column}-${hasStatus}-${limit}`,
    `select ${total} as total, page.items from ${container} h, lateral (${joinComments(
      textsOf(`select * from comments
        where (${column}, id) > ((select {id}::uuid), (select {after}::uuid))
          and (${column}, id) <= ((select {id}::uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) ${status}
        order by ${column}, id limit ${limit} + 1`),
    )}) page where h.id = {id}::uuid`,
  )
}

const listQueries = (column: 'file_id' | 'review_id', hasStatus: boolean) => ({
  usual: listQuery(column, hasStatus, commentsPageSize),
  other: listQuery(column, hasStatus, '{limit}::int'),
})
const lists = {
  file: { all: listQueries('file_id', false), byStatus: listQueries('file_id', true) },
  review: { all: listQueries('review_id', false), byStatus: listQueries('review_id', true) },
}

export type ListSubject = { file: string } | { review: string }
type Paging = { after: string | null; limit: number; status: CommentStatus | null }
/** `items`: the comments as text; `next`: the last one's id where more follow. */
export type StoredPage = { total: number; items: string[]; next: string | null }

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** One page, oldest first, with its total kept by counters: one query. Null for a file that is not under review. */
export async function listComments(
  db: Database,
  subject: ListSubject,
  { after, limit, status }: Paging,
): Promise<StoredPage | null> {
  const ofSubject = 'file' in subject ? lists.file : lists.review
  const { usual, other } = status === null ? ofSubject.all : ofSubject.byStatus
  const query = limit === commentsPageSize ? usual : other
  const id = 'file' in subject ? subject.file : subject.review
  const { rows } = await db.pool.query<{ total: number; items: string | null }>(
    query({ id, after: after ?? beforeAll, limit, status }),
  )
  const row = rows[0]
  if (!row) return null
  // One more than asked for tells whether more follow.
  const found = row.items === null ? [] : row.items.split(separators.comment)
  const items = found.slice(0, limit)
  return { total: row.total, items, next: found.length > limit ? idOfText(items.at(-1) ?? '') : null }
}

const commentsOfOthers = namedQuery<{ owner: string }>(
  'comments-of-others',
  `select exists (select 1 from reviews r join comments c on c.review_id = r.id
     where r.owner_id = {owner}::uuid and c.user_id is distinct from r.owner_id and c.deleted_at is null) as "isSo"`,
)

/** Whether anybody but its owner commented on a review of this owner. */
export async function hasCommentsOfOthers(db: Database, owner: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ isSo: boolean }>(commentsOfOthers({ owner }))
  return rows[0]?.isSo ?? false
}
