import type { Marker } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { colorIn } from '#server/modules/comments/colors/store'
import { isOnCurrent } from '#server/modules/files/sql'
import { firstId } from '#server/platform/ids'

type Written = {
  id: string
  message: string
  author: string
  isGuest: boolean
  attachments: readonly string[]
  /** Kind and number, such as "HEART 2". */
  reactions: readonly string[]
  createdAt: Date
  editedAt: Date | null
}

export type ExportedComment = Written & {
  /** Its author's in the review. */
  color: number
  number: number | null
  /** Of the file, on which it was made. */
  version: number
  marker: Marker | null
  status: string
  /** Includes the task's number if a task resolved it. */
  resolvedBy: string | null
  isDeleted: boolean
}
export type ExportedReply = Written & { commentId: string }

const names = (column: string) =>
  `coalesce((select array_agg(a.name order by a.position, a.id) from files a where a.${column}), '{}')`
const author = (table: string) => `left join users u on u.id = ${table}.user_id
    left join guests g on g.id = ${table}.guest_id`

const reactions = (row: string, condition: string) =>
  `case when ${row}.reaction_seq = 0 then '{}' else coalesce((select array_agg(k.words order by k.first) from (
    select e.kind || ' ' || count(*) as words, min(e.id::text) as first from reactions e where ${condition} group by e.kind
  ) k), '{}') end`

const color = colorIn(
  '(select writers from reviews where reviews.id = c.review_id)',
  'coalesce(c.user_id, c.guest_id)',
)

const commentsAtOnce = 100
const repliesAtOnce = 200

const commentRow = row<ExportedComment>({
  id: 'uuid',
  color: 'int4',
  message: 'text',
  author: 'text',
  isGuest: 'bool',
  attachments: 'text[]',
  reactions: 'text[]',
  createdAt: 'timestamptz',
  editedAt: 'timestamptz',
  number: 'int4',
  version: 'int4',
  marker: 'json',
  status: 'text',
  resolvedBy: 'text',
  isDeleted: 'bool',
})
const commentColumns = `c.id, ${color} as color, c.message, coalesce(u.name, g.name) as author, c.user_id is null and not g.is_former as "isGuest",
      ${names('comment_id = c.id')} as attachments,
      ${reactions('c', 'e.comment_id = c.id and e.reply_id is null')} as reactions, c.created_at as "createdAt", c.edited_at as "editedAt",
      c.number, c.version, c.marker, c.status, r.name || coalesce(' with task #' || c.resolved_task, '') as "resolvedBy", c.deleted_at is not null as "isDeleted"
    from comments c ${author('c')} left join users r on r.id = c.resolved_by`

const byTime = statement('exported-comments', {
  takes: { file: 'uuid', after: 'uuid' },
  gives: commentRow,
  text: `select ${commentColumns}
    where c.file_id = {file} and c.id > {after} order by c.file_id, c.id limit ${commentsAtOnce}`,
})

const pageOf = "coalesce((c.marker ->> 'page')::int, 0)"

/** Comments on the whole file first, then page by page. */
const byPage = statement('exported-comments-by-page', {
  takes: { file: 'uuid', page: 'int4', after: 'uuid' },
  gives: commentRow,
  text: `select ${commentColumns}
    where c.file_id = {file} and (${pageOf}, c.id) > ({page}, {after})
    order by ${pageOf}, c.id limit ${commentsAtOnce}`,
})

/** Freehand lines are reduced to this many points; pictures show no more. */
const pointsMax = 100
export const marksMax = 1_000

const marksOfPage = statement('exported-marks', {
  takes: { file: 'uuid', page: 'int4' },
  gives: row<{ color: number; number: number; status: string; marker: Marker }>({
    color: 'int4',
    number: 'int4',
    status: 'text',
    marker: 'jsonb',
  }),
  text: `select ${color} as color, c.number, c.status, case when json_array_length(c.marker -> 'points') > ${pointsMax}
      then jsonb_set(c.marker::jsonb, array['points'], (select jsonb_agg(p.value order by p.place)
        from json_array_elements(c.marker -> 'points') with ordinality as p (value, place)
        where (p.place - 1) % (json_array_length(c.marker -> 'points') / ${pointsMax} + 1) = 0
          or p.place = json_array_length(c.marker -> 'points')))
      else c.marker::jsonb end as marker
    from comments c
    where c.file_id = {file} and (c.marker ->> 'page')::int = {page} and c.number is not null
      and c.deleted_at is null and ${isOnCurrent('c')}
    order by c.id limit ${marksMax + 1}`,
})

/** The first thousand marks of a page, and whether there are more. */
export async function listMarks(db: Database, file: string, page: number) {
  const marks = await marksOfPage.rows(db.pool, { file, page })
  return { marks: marks.slice(0, marksMax), isCut: marks.length > marksMax }
}

const replies = statement('exported-replies', {
  takes: { comments: 'uuid[]', comment: 'uuid', after: 'uuid' },
  gives: row<ExportedReply>({
    id: 'uuid',
    commentId: 'uuid',
    message: 'text',
    author: 'text',
    isGuest: 'bool',
    attachments: 'text[]',
    reactions: 'text[]',
    createdAt: 'timestamptz',
    editedAt: 'timestamptz',
  }),
  text: `select p.id, p.comment_id as "commentId", p.message, coalesce(u.name, g.name) as author,
      p.user_id is null and not g.is_former as "isGuest", ${names('reply_id = p.id')} as attachments,
      ${reactions('p', 'e.comment_id = p.comment_id and e.reply_id = p.id')} as reactions,
      p.created_at as "createdAt", p.edited_at as "editedAt"
    from replies p ${author('p')}
    where p.comment_id = any({comments}) and (p.comment_id, p.id) > ({comment}, {after})
    order by p.comment_id, p.id limit ${repliesAtOnce}`,
})

/** Each comment of a file followed by its replies, oldest first or by page. Holds a few hundred in memory. */
export async function* listThreads(
  db: Database,
  file: string,
  order: 'TIME' | 'PAGE' = 'TIME',
): AsyncGenerator<{ comment: ExportedComment; reply: ExportedReply | null }> {
  let last: ExportedComment | undefined
  for (;;) {
    const after = { file, after: last?.id ?? firstId }
    const page = await (order === 'TIME'
      ? byTime.rows(db.pool, after)
      : byPage.rows(db.pool, { ...after, page: last?.marker?.page ?? 0 }))
    const ids = page.map((comment) => comment.id)
    const below = listReplies(db, ids)
    let reply = (await below.next()).value ?? null
    for (const comment of page) {
      yield { comment, reply: null }
      while (reply?.commentId === comment.id) {
        yield { comment, reply }
        reply = (await below.next()).value ?? null
      }
    }
    last = page.at(-1)
    if (!last || ids.length < commentsAtOnce) return
  }
}

async function* listReplies(db: Database, ids: readonly string[]): AsyncGenerator<ExportedReply, undefined> {
  let last = { commentId: firstId, id: firstId }
  for (;;) {
    const page = await replies.rows(db.pool, { comments: ids, comment: last.commentId, after: last.id })
    yield* page
    const end = page.at(-1)
    if (!end || page.length < repliesAtOnce) return undefined
    last = end
  }
}

const named = statement('exported-review', {
  takes: { review: 'uuid' },
  gives: row<{ name: string; comments: number }>({ name: 'text', comments: 'int4' }),
  text: 'select name, comment_count as comments from reviews where id = {review}',
})

export const findNamed = (db: Database, review: string) => named.first(db.pool, { review })
