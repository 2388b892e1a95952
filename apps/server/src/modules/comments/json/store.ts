import { reactionKinds } from '@wingmark/contract/comments'
import { messageShownMax, reactorsShown, threadBytesMax } from '@wingmark/contract/limits'
import { needs, offers } from '#server/db/piece'
import { carriedJson, standingOn } from '#server/modules/comments/carry/sql'
import { colorIn } from '#server/modules/comments/colors/store'

/**
 * PostgreSQL writes the contract's JSON, which is sent unchanged (`docs/decisions/0018-comments-as-json.md`). Strings
 * here are SQL expressions.
 */

/** JSON text: literal, or SQL that yields it. */
type Piece = string | { sql: string }
type Json = readonly Piece[]

const sql = (expression: string): Json => [{ sql: expression }]
/** Free text, escaped so that it is also safe in a script element. */
const text = (value: string) => sql(`replace(to_json(${value})::text, '<', '\\u003c')`)
/** An id or a fixed word, which needs no escaping. */
const word = (value: string): Json => ['"', { sql: value }, '"']
const orNull = (value: string) => sql(`coalesce((${value})::text, 'null')`)
const flag = (condition: string) => sql(`case when ${condition} then 'true' else 'false' end`)
const time = (value: string): Json => [
  '"',
  { sql: `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  '"',
]
const list = (value: string) => sql(`coalesce((${value})::text, '[]')`)
const array = (value: string) =>
  sql(`case when ${value} = '{}' then '[]' else replace(to_json(${value})::text, '<', '\\u003c') end`)

/** Members of an object; an optional one writes its own name. */
type Members = Record<string, Json | { optional: Json }>

function object(members: Members): Json {
  const pieces = Object.entries(members).flatMap(([name, value], place): Json => {
    return 'optional' in value ? value.optional : [place === 0 ? '{' : ',', `"${name}":`, ...value]
  })
  return [...pieces, '}']
}

/** Concatenates in pairs of pairs, so that little is copied twice; `concat` takes a tenth longer. */
function written(pieces: Json): string {
  const parts: string[] = []
  let literal = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      literal += piece
      continue
    }
    parts.push(`'${literal}'`, `(${piece.sql})::text`)
    literal = ''
  }
  return inPairs([...parts, `'${literal}'`])
}

function inPairs(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? ''
  const half = parts.length >> 1
  return `(${inPairs(parts.slice(0, half))} || ${inPairs(parts.slice(half))})`
}

const memberWhere = (condition: string, name: string, value: Json) => ({
  optional: sql(`case when ${condition} then ${written([`,"${name}":`, ...value])} else '' end`),
})

/** Tables that the JSON needs besides the comment or reply, whose alias is `row`. */
export const authorTables = (row: string) =>
  offers(`${row}_user`, `${row}_guest`)`left join users ${row}_user on ${row}_user.id = ${row}.user_id
  left join guests ${row}_guest on ${row}_guest.id = ${row}.guest_id`

const person = (row: string) => `coalesce(${row}.user_id, ${row}.guest_id)`

/** `writers`: of the review. */
const author = (row: string, writers: string) =>
  object({
    kind: word(`case when ${row}.user_id is null then 'GUEST' else 'USER' end`),
    _id: word(person(row)),
    color: sql(colorIn(writers, person(row))),
    name: text(`coalesce(${row}_user.name, ${row}_guest.name)`),
    avatar: orNull(`to_json(${row}_user.avatar)`),
    isDeleted: memberWhere(`${row}_guest.is_former`, 'isDeleted', ['true']),
  })

/** How much of a message to write. */
export type Length = 'whole' | 'beginning'

// The length in bytes is stored; the length in characters requires reading the message.
const message = (row: string, length: Length) => {
  if (length === 'whole') return { message: text(`${row}.message`), isCut: ['false'] }
  const isLong = `octet_length(${row}.message) > ${messageShownMax}`
  return {
    message: text(
      `case when ${isLong} then left(${row}.message, ${messageShownMax}) else ${row}.message end`,
    ),
    isCut: flag(`${isLong} and char_length(${row}.message) > ${messageShownMax}`),
  }
}

const times = (row: string): Members => ({
  createdAt: time(`${row}.created_at`),
  updatedAt: time(`${row}.updated_at`),
  editedAt: memberWhere(`${row}.edited_at is not null`, 'editedAt', time(`${row}.edited_at`)),
})

/** Attachments from `f`, which has the columns of `files`; without addresses. */
export const attachmentsJson = needs('f', 'b')`
  json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'mime', b.mime,
  'kind', b.kind, 'size', b.size, 'state', b.state, 'seconds', b.seconds) order by f.position, f.id)`

const kindOrder = `array_position('{${reactionKinds.join(',')}}'::text[], kind)`

// Read only if there are reactions. For a reader: whether they reacted; without a reader: who reacted.
const reactions = (row: string, of: string, isForReader: boolean, isNew: boolean): Members => {
  if (isNew) return { reactions: ['[]'], reactionSeq: ['0'] }
  const own = isForReader
    ? `'isMine', coalesce(bool_or(user_id = {user}::uuid or guest_id = {guest}::uuid), false)`
    : `'by', json_agg(coalesce(user_id, guest_id))`
  return {
    reactions: sql(`case when ${row}.reaction_seq = 0 then '[]' else coalesce(replace((
      select json_agg(item order by place) from (
        select ${kindOrder} as place, json_build_object('kind', kind, 'count', count(*),
          'people', json_agg(json_build_object('_id', coalesce(user_id, guest_id), 'name', name, 'isGuest', is_guest) order by nth)
            filter (where nth <= ${reactorsShown}), ${own}) as item
        from (
          select e.kind, e.user_id, e.guest_id, coalesce(e_user.name, e_guest.name) as name,
            (e.user_id is null and not e_guest.is_former) as is_guest,
            row_number() over (partition by e.kind order by e.id) as nth
          from reactions e ${authorTables('e')} where ${of}
        ) reaction group by kind
      ) kinds)::text, '<', '\\u003c'), '[]') end`),
    reactionSeq: sql(`${row}.reaction_seq`),
  }
}

/** `can`: JSON of the reader's permissions, if there is a reader. `isNew`: created by the same statement, so without replies. */
type ReplyParts = {
  files: string
  length: Length
  can?: string
  isNew?: boolean
  /** Of its review. */
  writers: string
}

/** A reply with alias `p`. */
export const replyJson = ({ files, length, can, isNew = false, writers }: ReplyParts) =>
  needs('p', 'p_user', 'p_guest')`${written(
    object({
      _id: word('p.id'),
      comment: word('p.comment_id'),
      ...message('p', length),
      files: list(files),
      mentions: array('p.mentions'),
      mentionNames: array('p.mention_names'),
      author: author('p', writers),
      ...reactions('p', 'e.comment_id = p.comment_id and e.reply_id = p.id', can !== undefined, isNew),
      ...times('p'),
      ...(can === undefined ? {} : { can: sql(can) }),
    }),
  )}`

type CommentParts = ReplyParts & {
  /** Comma-separated, with the id of the last one if more follow. */
  replies: string
  repliesCursor: string
  /** JSON of where it stands on another version, from the row `carry`. */
  carried?: string
}

const resolver = object({
  _id: word('c.resolved_by'),
  name: text('(select s.name from users s where s.id = c.resolved_by)'),
  task: orNull('c.resolved_task'),
  version: memberWhere('c.resolved_version is not null', 'version', sql('c.resolved_version')),
})

/** A comment with alias `c`. */
export const commentJson = ({
  files,
  length,
  can,
  replies,
  repliesCursor,
  isNew = false,
  writers,
  carried,
}: CommentParts) =>
  needs('c', 'c_user', 'c_guest')`${written(
    object({
      _id: word('c.id'),
      file: word('c.file_id'),
      review: word('c.review_id'),
      number: orNull('c.number'),
      version: sql('c.version'),
      type: word('c.type'),
      marker: orNull('c.marker'),
      ...(carried === undefined
        ? {}
        : { carried: memberWhere('carry.comment_id is not null', 'carried', sql(carried)) }),
      ...message('c', length),
      files: list(files),
      mentions: array('c.mentions'),
      mentionNames: array('c.mention_names'),
      author: author('c', writers),
      ...reactions('c', 'e.comment_id = c.id and e.reply_id is null', can !== undefined, isNew),
      isFromCheck: memberWhere('c.from_check', 'isFromCheck', ['true']),
      status: word('c.status'),
      ...(isNew ? {} : { resolvedBy: memberWhere('c.resolved_by is not null', 'resolvedBy', resolver) }),
      replies: ['[', ...sql(`coalesce(${replies}, '')`), ']'],
      replyCount: sql('c.reply_count'),
      repliesCursor: orNull(`to_json(${repliesCursor})`),
      deleted: flag('c.deleted_at is not null'),
      ...times('c'),
      ...(can === undefined ? {} : { can: sql(can) }),
    }),
  )}`

// Without `offset` the planner repeats the expression wherever it is used.
const once = (item: string) => `lateral (select ${item} as item offset 0)`

// A signed attachment is about four times as long as its stored JSON.
const weightOf = (item: string, files: string) =>
  `octet_length(${item}) + 1 + coalesce(3 * octet_length((${files})::text), 0)`

// Known without reading the message: its byte length is stored.
const estimate = (row: string) => `least(octet_length(${row}.message), ${messageShownMax}) + 500`

/** Limits rows by estimated size before reading them. `more`: another row follows. A second window would hold all rows twice. */
const firstOf = (rows: string, { size, bytes }: { size: string; bytes: string }) =>
  `select * from (
    select r.*, lead(true, 1, false) over oldest as more, sum(${size}) over oldest - (${size}) as before
    from (${rows}) r window oldest as (order by id rows unbounded preceding)
  ) first where before < ${bytes}`

/** Comments of a page with their first replies. */
export const firstComments = (rows: string, bytes: string) =>
  firstOf(rows, {
    size: `${estimate('r')} + coalesce(octet_length(r.marker::text), 0) + least(r.reply_count * 600, ${threadBytesMax})`,
    bytes,
  })
export const firstReplies = (rows: string, bytes: string) => firstOf(rows, { size: estimate('r'), bytes })

type Shown = { length: Length; can?: string }

const writersOfReply = `(select review.writers from comments thread join reviews review on review.id = thread.review_id
    where thread.id = p.comment_id)`

/** Replies of `answers` as (id, parentId, item, weight, hasFiles, more); finds all attachments at once. */
export const repliesAsJson = (
  answers: string,
  { length, can, writers = writersOfReply }: Shown & { writers?: string },
) => `select p.id, p.comment_id as "parentId",
    json.item, ${weightOf('json.item', 'a.files')} as weight, a.files is not null as "hasFiles", p.more
  from (${answers}) p ${authorTables('p')} left join (
    select f.reply_id, ${attachmentsJson} as files from files f join blobs b on b.id = f.blob_id
    where f.reply_id = any(array(select id from (${answers}) answer)) group by f.reply_id
  ) a on a.reply_id = p.id,
  ${once(replyJson({ files: 'a.files', length, writers, ...(can === undefined ? {} : { can }) }))} json`

type Thread = Shown & {
  canReply?: string
  /** Limits on the replies of each comment: number and bytes. */
  replies: { count: number; bytes: number }
  /** As the comments stand on this version. */
  onVersion?: string
}

export const shortThread = { count: 50, bytes: threadBytesMax }

/** Comments of `page` as (id, parentId, item, weight, hasFiles, more), with their first replies. */
export const commentsAsJson = (page: string, { length, can, canReply, replies, onVersion }: Thread) =>
  `with page as materialized (
    select paged.*, (select review.writers from reviews review where review.id = paged.review_id) as writers from (${page}) paged
  ), attached as materialized (
    select f.comment_id, ${attachmentsJson} as files from files f join blobs b on b.id = f.blob_id
    where f.comment_id = any(array(select id from page)) group by f.comment_id
  ), answer as materialized (
    select first.*, c.writers from page c, lateral (${firstOf(
      `select * from replies where comment_id = c.id order by id limit ${replies.count}`,
      { size: estimate('r'), bytes: String(replies.bytes) },
    )}) first where c.reply_count > 0
  ), answered as materialized (
    select "parentId", string_agg(item, ',' order by id) as replies, sum(weight) as weight, count(*) as count,
      max(id::text) as last, bool_or("hasFiles") as "hasFiles"
    from (
      select *, sum(weight) over thread as upto, row_number() over thread as place
      from (${repliesAsJson('select * from answer', { length: 'beginning', writers: 'p.writers', ...(canReply === undefined ? {} : { can: canReply }) })}) reply
      window thread as (partition by "parentId" order by id rows unbounded preceding)
    ) reply where upto <= ${replies.bytes} or place = 1 group by "parentId"
  )
  select c.id, c.file_id as "parentId", json.item,
    ${weightOf('json.item', 'attached.files')} + coalesce(answered.weight - octet_length(answered.replies), 0) as weight,
    attached.files is not null or coalesce(answered."hasFiles", false) as "hasFiles", c.more
  from page c ${authorTables('c')} left join attached on attached.comment_id = c.id
    left join answered on answered."parentId" = c.id
    ${onVersion === undefined ? '' : `left join lateral ${standingOn('c.id', onVersion)} carry on true`},
    ${once(
      commentJson({
        files: 'attached.files',
        length,
        writers: 'c.writers',
        ...(can === undefined ? {} : { can }),
        ...(onVersion === undefined ? {} : { carried: carriedJson }),
        replies: 'answered.replies',
        repliesCursor: 'case when answered.count < c.reply_count then answered.last end',
      }),
    )} json`

/** The oldest of `items`: at most `limit` and `bytes`, but at least one. `next`: the last id if more follow. */
export const pageOf = (items: string, { limit, bytes }: { limit: string; bytes: string }) =>
  `select coalesce(string_agg(item, ',' order by id) filter (where fits), '') as results,
    coalesce(bool_or("hasFiles") filter (where fits), false) as "hasFiles",
    case when bool_and(more) filter (where fits) then max(id::text) filter (where fits) end as next
  from (
    select *, row_number() over oldest <= ${limit}
      and (sum(weight) over oldest <= ${bytes} or row_number() over oldest = 1) as fits
    from (${items}) item window oldest as (order by id rows unbounded preceding)
  ) listed`
