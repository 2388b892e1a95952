/**
 * Comments and replies leave PostgreSQL as one text of separated fields, which wire/present.ts writes as JSON: a page
 * costs a third of what rows or PostgreSQL's own JSON cost. Free text is escaped as JSON, so it holds no separator.
 */
export const separators = {
  comment: '\u001e',
  field: '\u001f',
  reply: '\u001d',
  replyField: '\u001c',
} as const

const literal = (separator: string) => `E'\\x${separator.charCodeAt(0).toString(16)}'`

const json = (value: string) => `to_json(${value})`
const utc = (column: string) => `${column} at time zone 'UTC'`
const orEmpty = (value: string) => `coalesce((${value})::text, '')`

/** What the fields read besides the comment or reply itself, whose alias is `row`. */
export const authorTables = (row: string) => `left join users ${row}_user on ${row}_user.id = ${row}.user_id
  left join guests ${row}_guest on ${row}_guest.id = ${row}.guest_id`

const author = (row: string) => [
  `${row}.user_id is not null`,
  `coalesce(${row}.user_id, ${row}.guest_id)`,
  json(`coalesce(${row}_user.name, ${row}_guest.name)`),
  orEmpty(json(`${row}_user.avatar`)),
]
const times = (row: string) => [
  utc(`${row}.created_at`),
  utc(`${row}.updated_at`),
  orEmpty(utc(`${row}.edited_at`)),
]
const words = (row: string) => [json(`${row}.message`), orEmpty(`nullif(${row}.mentions, '{}')`)]

/** Attachments from a relation `f` with the columns of `files`, as JSON. */
export const attachmentsJson = `json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'mime', b.mime,
  'kind', b.kind, 'size', b.size, 'seconds', b.seconds) order by f.position, f.id)`

const replyAttachments = `select ${attachmentsJson} from files f join blobs b on b.id = f.blob_id where f.reply_id = p.id`

/** A reply with the alias `p` as text; `files` is an SQL expression. In the order in which wire/present.ts reads. */
export const replyText = (files: string) =>
  `concat_ws(${literal(separators.replyField)}, ${[
    'p.id',
    'p.comment_id',
    ...words('p'),
    ...author('p'),
    ...times('p'),
    orEmpty(files),
  ].join(', ')})`

export const storedReply = replyText(replyAttachments)

const replies = `case when c.reply_count > 0 then (
  select string_agg(reply.item, ${literal(separators.reply)} order by reply.id) from (
    select p.id, ${storedReply} as item from replies p ${authorTables('p')} where p.comment_id = c.id
  ) reply) end`

/** A comment with the alias `c` as text; `files` is an SQL expression. In the order in which wire/present.ts reads. */
export const commentText = (files: string) =>
  `concat_ws(${literal(separators.field)}, ${[
    'c.id',
    'c.file_id',
    'c.review_id',
    orEmpty('c.number'),
    'c.type',
    orEmpty('c.marker'),
    ...words('c'),
    ...author('c'),
    ...times('c'),
    orEmpty(files),
    'c.status',
    orEmpty('c.resolved_by'),
    orEmpty(
      `case when c.resolved_by is not null then (select ${json('s.name')} from users s where s.id = c.resolved_by) end`,
    ),
    'c.deleted_at is not null',
    orEmpty(replies),
  ].join(', ')})`

/**
 * The comments of the relation `page` as (id, parentId, n, item). The attachments of all of them are found at once.
 */
export const textsOf = (page: string) => `with page as materialized (${page}), attached as materialized (
    select f.comment_id, ${attachmentsJson} as files from files f join blobs b on b.id = f.blob_id
    where f.comment_id = any(array(select id from page)) group by f.comment_id
  )
  select c.id, c.file_id as "parentId", c.n, ${commentText('attached.files')} as item
  from page c ${authorTables('c')} left join attached on attached.comment_id = c.id`

export const joinComments = (items: string) =>
  `string_agg(${items}, ${literal(separators.comment)} order by n)`
