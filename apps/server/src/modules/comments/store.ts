import type { CommentStatus } from '@wingmark/contract/comments'
import { commentsPageSize, pageBytesMax, repliesMax } from '@wingmark/contract/limits'
import type { Database } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isReviewDeleted } from '#server/modules/access/sql'
import {
  commentsAsJson,
  firstComments,
  firstReplies,
  pageOf,
  repliesAsJson,
  shortThread,
} from '#server/modules/comments/json/store'
import { isOnCurrent } from '#server/modules/files/sql'
import { firstId } from '#server/platform/ids'
import { inTurn } from '#server/platform/run-in-turn'

/** A comment or reply for no particular reader: JSON without `can` and addresses. */
export type Stored = {
  id: string
  /** The id of its file or comment. */
  parentId: string
  item: string
}

// Comments of deleted reviews and removed files do not exist for anyone.
const isThere = {
  comments: `not ${isReviewDeleted('comments.review_id')}`,
  replies: `exists (select 1 from comments thread where thread.id = replies.comment_id
    and not ${isReviewDeleted('thread.review_id')})`,
}

// Ids in a subselect the planner cannot read: it plans once, which otherwise takes longer than running.
const byIds = (table: 'comments' | 'replies') =>
  `select *, false as more from ${table} where id = any((select {ids}::uuid[])::uuid[]) and ${isThere[table]}`

const longThread = { count: repliesMax, bytes: pageBytesMax / 2 }

const storedBy = (name: string, items: string) =>
  statement(name, {
    takes: { ids: 'uuid[]' },
    gives: row<Stored>({ id: 'uuid', parentId: 'uuid', item: 'text' }),
    text: `select id, "parentId", item from (${items}) item`,
  })

const commentsById = {
  whole: storedBy(
    'comments-by-id-whole',
    commentsAsJson(byIds('comments'), { length: 'whole', replies: longThread }),
  ),
  beginning: storedBy(
    'comments-by-id',
    commentsAsJson(byIds('comments'), { length: 'beginning', replies: shortThread }),
  ),
} as const

/** In no particular order, without those that are gone. One query. `whole`: full messages and more replies. */
export const findComments = (
  db: Database,
  ids: readonly string[],
  length: 'whole' | 'beginning',
): Promise<Stored[]> => commentsById[length].rows(db.pool, { ids })

const repliesById = {
  whole: storedBy('replies-by-id-whole', repliesAsJson(byIds('replies'), { length: 'whole' })),
  beginning: storedBy('replies-by-id', repliesAsJson(byIds('replies'), { length: 'beginning' })),
} as const

export const findReplies = (
  db: Database,
  ids: readonly string[],
  length: 'whole' | 'beginning',
): Promise<Stored[]> => repliesById[length].rows(db.pool, { ids })

const filesOf = statement('files-of-comments', {
  takes: { ids: 'uuid[]' },
  gives: row<CommentFile>({ id: 'uuid', file: 'uuid', isEarlier: 'bool' }),
  text: `select c.id, c.file_id as file, not ${isOnCurrent('c')} as "isEarlier" from comments c where c.id = any({ids}::uuid[])`,
})

/** `isEarlier`: made on a version that is not the current one. */
export type CommentFile = { id: string; file: string; isEarlier: boolean }

export const findFilesOf = (db: Database, ids: readonly string[]): Promise<CommentFile[]> =>
  filesOf.rows(db.pool, { ids })

/** The reader, with JSON of their abilities for their own comments and for others'. */
export type Reader = {
  user: string | null
  guest: string | null
  ownComment: string
  ownDeleted: string
  ownReply: string
  comment: string
  deleted: string
  reply: string
}

const isOwn = (row: string) => `(${row}.user_id = {user}::uuid or ${row}.guest_id = {guest}::uuid)`
const canComment = needs('c')`
  case when ${isOwn('c')} then case when c.deleted_at is null then {ownComment}::text else {ownDeleted}::text end
  when c.deleted_at is null then {comment}::text else {deleted}::text end`
const canReply = needs('p')`case when ${isOwn('p')} then {ownReply}::text else {reply}::text end`

/** `results`: comma-separated JSON; with `hasFiles` it still lacks addresses. `next`: the last id if more follow. */
export type StoredPage = { total: number; results: string; hasFiles: boolean; next: string | null }
const storedPage = row<StoredPage>({ total: 'int4', results: 'text', hasFiles: 'bool', next: 'text' })

type Limit = '{limit}::int' | typeof commentsPageSize

/** Bytes of a page's envelope, without its results. */
const envelopeBytes = 1_000
const bytes = '{bytes}::int'

// Bounds on both index columns prevent a scan of all comments. Unreadable bounds and a literal limit allow one plan.
function listQuery(column: 'file_id' | 'review_id', hasStatus: boolean, limit: Limit) {
  const container = column === 'file_id' ? `(select * from files where purpose = 'REVIEW')` : 'reviews'
  const status = hasStatus ? 'and status = {status}::text' : ''
  const total = hasStatus
    ? `case {status}::text when 'OPEN' then h.open_count else h.comment_count - h.open_count end`
    : 'h.comment_count'
  const comments = commentsAsJson(
    firstComments(
      `select * from comments
      where (${column}, id) > ((select {id}::uuid), (select {after}::uuid))
        and (${column}, id) <= ((select {id}::uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) ${status}
      order by ${column}, id limit ${limit} + 1`,
      bytes,
    ),
    { length: 'beginning', can: canComment, canReply, replies: shortThread },
  )
  return statement(`comments-${column}-${hasStatus}-${limit}`, {
    takes: {
      ...{ id: 'uuid', after: 'uuid', bytes: 'int4', user: 'uuid', guest: 'uuid', ownComment: 'text' },
      ...{ ownDeleted: 'text', ownReply: 'text', comment: 'text', deleted: 'text', reply: 'text' },
      ...(hasStatus && { status: 'text' as const }),
      ...(limit === commentsPageSize ? {} : { limit: 'int4' as const }),
    },
    gives: storedPage,
    text: `select ${total} as total, page.* from ${container} h,
      lateral (${pageOf(comments, { limit: String(limit), bytes })}) page where h.id = {id}::uuid`,
  })
}

const listQueries = (column: 'file_id' | 'review_id', hasStatus: boolean) => ({
  usual: listQuery(column, hasStatus, commentsPageSize),
  other: listQuery(column, hasStatus, '{limit}::int'),
})
const lists = {
  file: { all: listQueries('file_id', false), byStatus: listQueries('file_id', true) },
  review: { all: listQueries('review_id', false), byStatus: listQueries('review_id', true) },
}

/** Only comments made on these versions, or on current ones. Counts them. `carried`: as they stand on `onVersion`. */
function ofVersions(column: 'file_id' | 'review_id', carried = false) {
  const container = column === 'file_id' ? `(select * from files where purpose = 'REVIEW')` : 'reviews'
  const narrow = `version between {first}::int and {last}::int and ({status}::text is null or status = {status}::text)
    and (not {onlyCurrent}::bool or ${isOnCurrent('comments')})`
  const comments = commentsAsJson(
    firstComments(
      `select * from comments
      where (${column}, id) > ((select {id}::uuid), (select {after}::uuid))
        and (${column}, id) <= ((select {id}::uuid), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and ${narrow}
      order by ${column}, id limit {limit}::int + 1`,
      bytes,
    ),
    {
      ...{ length: 'beginning', can: canComment, canReply, replies: shortThread },
      ...(carried && { onVersion: '{onVersion}::int' }),
    },
  )
  return statement(`comments-${carried ? 'on-version' : `of-versions-${column}`}`, {
    takes: {
      ...{ id: 'uuid', after: 'uuid', bytes: 'int4', user: 'uuid', guest: 'uuid', ownComment: 'text' },
      ...{ ownDeleted: 'text', ownReply: 'text', comment: 'text', deleted: 'text', reply: 'text' },
      ...{ status: 'text', limit: 'int4', first: 'int4', last: 'int4', onlyCurrent: 'bool' },
      ...(carried && { onVersion: 'int4' as const }),
    },
    gives: storedPage,
    text: `select (select count(*)::int from comments where ${column} = h.id and ${narrow}) as total, page.*
      from ${container} h, lateral (${pageOf(comments, { limit: '{limit}::int', bytes })}) page
      where h.id = {id}::uuid`,
  })
}
const narrowed = { file: ofVersions('file_id'), review: ofVersions('review_id') }
const carriedOnto = ofVersions('file_id', true)

/** `onlyCurrent`: and on the current one of their file. */
export type Versions = { first: number; last: number; onlyCurrent: boolean; onVersion: number | null }

export type ListSubject = { file: string } | { review: string }
type Paging = {
  after: string | null
  limit: number
  status: CommentStatus | null
  /** Those made on these versions. */
  versions?: Versions | null
  /** Bytes of JSON for the whole page. */
  bytes?: number
}

/** Long pages take turns: a hundred at once would use up all connections. */
const aPage = inTurn(3)

/** One page, oldest first, with a total from counters: one query. Null for files not under review. */
export function listComments(
  db: Database,
  subject: ListSubject,
  { after, limit, status, versions = null, bytes = pageBytesMax }: Paging,
  reader: Reader,
): Promise<StoredPage | null> {
  const kind = 'file' in subject ? 'file' : 'review'
  const ofSubject = lists[kind]
  const { usual, other } = status === null ? ofSubject.all : ofSubject.byStatus
  const query = limit === commentsPageSize ? usual : other
  const id = 'file' in subject ? subject.file : subject.review
  const page = { after: after ?? firstId, limit, status, bytes: bytes - envelopeBytes }
  const parameters = { ...reader, id, ...page }
  if (versions) {
    const { onVersion, ...made } = versions
    const all = { ...parameters, ...made }
    if (onVersion !== null) return aPage(() => carriedOnto.first(db.pool, { ...all, onVersion }))
    return aPage(() => narrowed[kind].first(db.pool, all))
  }
  return aPage(() => query.first(db.pool, parameters))
}

const repliesOf = statement('replies-of-comment', {
  takes: {
    ...{ comment: 'uuid', after: 'uuid', limit: 'int4', bytes: 'int4', user: 'uuid', guest: 'uuid' },
    ...{ ownReply: 'text', reply: 'text' },
  },
  gives: storedPage,
  text: `select c.reply_count as total, page.* from comments c, lateral (${pageOf(
    repliesAsJson(
      firstReplies(
        `select * from replies where comment_id = (select {comment}::uuid) and id > (select {after}::uuid)
          order by id limit {limit}::int + 1`,
        bytes,
      ),
      { length: 'beginning', can: canReply },
    ),
    { limit: '{limit}::int', bytes },
  )}) page where c.id = {comment}::uuid`,
})

/** Like `listComments`, for the replies of a comment. */
export function listRepliesOf(
  db: Database,
  comment: string,
  { after, limit }: Pick<Paging, 'after' | 'limit'>,
  reader: Reader,
): Promise<StoredPage | null> {
  const { user, guest, ownReply, reply } = reader
  const page = { after: after ?? firstId, limit, bytes: pageBytesMax - envelopeBytes }
  const parameters = { comment, ...page, user, guest, ownReply, reply }
  return aPage(() => repliesOf.first(db.pool, parameters))
}

const commentsOfOthers = statement('comments-of-others', {
  takes: { owner: 'uuid' },
  gives: row<{ isSo: boolean }>({ isSo: 'bool' }),
  text: `select exists (select 1 from reviews r join comments c on c.review_id = r.id
    where r.owner_id = {owner}::uuid and c.user_id is distinct from r.owner_id and c.deleted_at is null) as "isSo"`,
})

/** Whether someone other than the owner commented on the owner's reviews. */
export async function hasCommentsOfOthers(db: Database, owner: string): Promise<boolean> {
  return (await commentsOfOthers.first(db.pool, { owner }))?.isSo ?? false
}
