/**
 * Comments and replies leave PostgreSQL as one text of separated fields, which wire/present.ts writes as JSON: a page
 * costs a third of what rows or PostgreSQL's own JSON cost. Free text is escaped as JSON, so it holds no separator.
 */
export const separators = {
  comment: '\u001e',
  field: '\u001f',
  later: '\u001b',
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
  'kind', b.kind, 'size', b.size, 'state', b.state, 'seconds', b.seconds) order by f.position, f.id)`

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

/** Replies of the relation `answers` as (id, parentId, item). The attachments of all of them are found at once. */
export const replyTextsOf = (
  answers: string,
) => `select p.id, p.comment_id as "parentId", ${replyText('a.files')} as item
  from (${answers}) p ${authorTables('p')} left join (
    select f.reply_id, ${attachmentsJson} as files from files f join blobs b on b.id = f.blob_id
    where f.reply_id = any(array(select id from (${answers}) answer)) group by f.reply_id
  ) a on a.reply_id = p.id`

const resolverName = `case when c.resolved_by is not null then (select ${json('s.name')} from users s where s.id = c.resolved_by) end`

// Most comments have nothing of this, and each field costs a tenth of the others together.
const later = (files: string, replies: string) => `case when c.reply_count = 0 and c.updated_at = c.created_at
  and c.edited_at is null and c.resolved_by is null and c.deleted_at is null and c.mentions = '{}' and (${files}) is null
  then '' else concat_ws(${literal(separators.later)}, ${[
    orEmpty(`nullif(c.mentions, '{}')`),
    utc('c.updated_at'),
    orEmpty(utc('c.edited_at')),
    orEmpty(files),
    orEmpty('c.resolved_by'),
    orEmpty(resolverName),
    'c.deleted_at is not null',
    orEmpty(replies),
  ].join(', ')}) end`

/** A comment with the alias `c` as text; both are SQL expressions. In the order in which wire/present.ts reads. */
export const commentText = (files: string, replies: string) =>
  `concat_ws(${literal(separators.field)}, ${[
    'c.id',
    'c.file_id',
    'c.review_id',
    orEmpty('c.number'),
    'c.type',
    orEmpty('c.marker'),
    json('c.message'),
    ...author('c'),
    utc('c.created_at'),
    'c.status',
    later(files, replies),
  ].join(', ')})`

/**
 * The comments of the relation `page` as (id, parentId, item). The attachments and replies of all of them are
 * found at once.
 */
export const textsOf = (page: string) => `with page as materialized (${page}), attached as materialized (
    select f.comment_id, ${attachmentsJson} as files from files f join blobs b on b.id = f.blob_id
    where f.comment_id = any(array(select id from page)) group by f.comment_id
  ), answer as materialized (
    select * from replies where comment_id = any(array(select id from page where reply_count > 0))
  ), answered as materialized (
    select "parentId", string_agg(item, ${literal(separators.reply)} order by id) as replies
    from (${replyTextsOf('select * from answer')}) reply group by "parentId"
  )
  select c.id, c.file_id as "parentId", ${commentText('attached.files', 'answered.replies')} as item
  from page c ${authorTables('c')} left join attached on attached.comment_id = c.id
    left join answered on answered."parentId" = c.id`

/** Oldest first. */
export const joinComments = (texts: string) =>
  `select string_agg(item, ${literal(separators.comment)} order by id) as items from (${texts}) listed`

/** Of a comment or a reply as text. */
export const idOfText = (item: string) => item.slice(0, 36)
