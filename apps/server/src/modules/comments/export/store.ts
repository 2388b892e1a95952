import type { Marker } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

type Written = {
  id: string
  message: string
  author: string
  isGuest: boolean
  attachments: readonly string[]
  createdAt: Date
  editedAt: Date | null
}

export type ExportedComment = Written & {
  number: number | null
  marker: Marker | null
  status: string
  resolvedBy: string | null
  isDeleted: boolean
}
export type ExportedReply = Written & { commentId: string }

const names = (column: string) =>
  `coalesce((select array_agg(a.name order by a.position, a.id) from files a where a.${column}), '{}')`
const author = (table: string) => `left join users u on u.id = ${table}.user_id
    left join guests g on g.id = ${table}.guest_id`

const commentsAtOnce = 100
const repliesAtOnce = 200

const comments = statement('exported-comments', {
  takes: { file: 'uuid', after: 'uuid' },
  gives: row<ExportedComment>({
    id: 'uuid',
    message: 'text',
    author: 'text',
    isGuest: 'bool',
    attachments: 'text[]',
    createdAt: 'timestamptz',
    editedAt: 'timestamptz',
    number: 'int4',
    marker: 'json',
    status: 'text',
    resolvedBy: 'text',
    isDeleted: 'bool',
  }),
  text: `select c.id, c.message, coalesce(u.name, g.name) as author, c.user_id is null as "isGuest",
      ${names('comment_id = c.id')} as attachments, c.created_at as "createdAt", c.edited_at as "editedAt",
      c.number, c.marker, c.status, r.name as "resolvedBy", c.deleted_at is not null as "isDeleted"
    from comments c ${author('c')} left join users r on r.id = c.resolved_by
    where c.file_id = {file} and c.id > {after} order by c.file_id, c.id limit ${commentsAtOnce}`,
})

const replies = statement('exported-replies', {
  takes: { comments: 'uuid[]', comment: 'uuid', after: 'uuid' },
  gives: row<ExportedReply>({
    id: 'uuid',
    commentId: 'uuid',
    message: 'text',
    author: 'text',
    isGuest: 'bool',
    attachments: 'text[]',
    createdAt: 'timestamptz',
    editedAt: 'timestamptz',
  }),
  text: `select p.id, p.comment_id as "commentId", p.message, coalesce(u.name, g.name) as author,
      p.user_id is null as "isGuest", ${names('reply_id = p.id')} as attachments,
      p.created_at as "createdAt", p.edited_at as "editedAt"
    from replies p ${author('p')}
    where p.comment_id = any({comments}) and (p.comment_id, p.id) > ({comment}, {after})
    order by p.comment_id, p.id limit ${repliesAtOnce}`,
})

const beforeAll = '00000000-0000-0000-0000-000000000000'

/** All comments of a file, oldest first, each followed by its replies; some hundreds are in memory at a time. */
export async function* listThreads(
  db: Database,
  file: string,
): AsyncGenerator<{ comment: ExportedComment; reply: ExportedReply | null }> {
  let after = beforeAll
  for (;;) {
    const page = await comments.rows(db.pool, { file, after })
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
    const last = ids.at(-1)
    if (last === undefined || ids.length < commentsAtOnce) return
    after = last
  }
}

async function* listReplies(db: Database, ids: readonly string[]): AsyncGenerator<ExportedReply, undefined> {
  let last = { commentId: beforeAll, id: beforeAll }
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
