import type { ActivityAction } from '@wingmark/contract/activity'
import type { Subject } from '@wingmark/contract/subjects'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import { subjectColumn, subjectTable } from '#server/modules/access/subjects/policy'

export type NewActivity = {
  id: string
  subject: Subject
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actor: string | null
  link: string | null
  target: string | null
  before: string | null
  after: string | null
  /** Recorded only if nothing with this key is; null: always. */
  once: string | null
}

/** Names are looked up and kept as they are now. Nothing is written for a subject that is gone. */
export async function insertActivity(db: Queryable, entry: NewActivity): Promise<void> {
  const [table, column] = [
    sql.identifier(subjectTable(entry.subject)),
    sql.identifier(subjectColumn(entry.subject)),
  ]
  await db.execute(sql`
    insert into activity (id, ${column}, action, actor_kind, actor_id, actor_name, link_id, link_name,
      target, before, after, once_key)
    select ${entry.id}::uuid, s.id, ${entry.action}, ${entry.actorKind}, ${entry.actor}::uuid,
      coalesce((select name from users where id = ${entry.actor}::uuid), (select name from guests where id = ${entry.actor}::uuid)),
      l.id, l.name, ${entry.target}, ${entry.before}, ${entry.after}, ${entry.once}
    from ${table} s left join share_links l on l.id = ${entry.link}::uuid and l.${column} = s.id
    where s.id = ${entry.subject._id}::uuid
    on conflict (${column}, once_key) do nothing`)
}

export type ActivityRow = {
  id: string
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actorName: string | null
  linkId: string | null
  linkName: string | null
  target: string | null
  before: string | null
  after: string | null
  commentId: string | null
  createdAt: Date
}

const columns = `a.id, a.action, a.actor_kind as "actorKind", a.actor_name as "actorName", a.link_id as "linkId",
  a.link_name as "linkName", a.target, a.before, a.after, null::uuid as "commentId", a.created_at as "createdAt"`
type Page = { id: string; before: string; limit: number }

const ofSubject = (column: string) =>
  namedQuery<Page>(
    `activity-${column}`,
    `select ${columns} from activity a where a.${column} = {id}::uuid and a.id < {before}::uuid
    order by a.id desc limit {limit}::int`,
  )

const written = (action: string, table: string, commentId: string, column: string) => `
  select w.id, '${action}', case when w.user_id is null then 'GUEST' else 'USER' end, coalesce(u.name, g.name),
    l.id, l.name, null, null, null, ${commentId}, w.created_at
  from share_links l join ${table} w on w.link_id = l.id
  left join users u on u.id = w.user_id left join guests g on g.id = w.guest_id
  where l.id = {link}::uuid and l.${column} = {id}::uuid and w.id < {before}::uuid order by w.id desc limit {limit}::int`

const ofLink = (column: string) =>
  namedQuery<Page & { link: string }>(
    `activity-of-link-${column}`,
    `select * from (
    (select ${columns} from activity a
      where a.link_id = {link}::uuid and a.${column} = {id}::uuid and a.id < {before}::uuid
      order by a.id desc limit {limit}::int)
    union all (${written('COMMENTED', '(select * from comments where deleted_at is null)', 'w.id', column)})
    union all (${written('REPLIED', 'replies', 'w.comment_id', column)})
  ) entry order by id desc limit {limit}::int`,
  )

const lists = (kind: Subject['kind']) => {
  const column = subjectColumn({ kind })
  return { all: ofSubject(column), ofLink: ofLink(column) }
}
const listsOf = {
  REVIEW: lists('REVIEW'),
  WORKSPACE: lists('WORKSPACE'),
  DELIVERY: lists('DELIVERY'),
} as const satisfies Record<Subject['kind'], unknown>

const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Newest first; of one link also what people wrote who came by it. Ids are in the order of time. */
export async function listActivityRows(
  db: Database,
  { kind, _id }: Subject,
  paging: { link: string | null; cursor: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { link, cursor, limit } = paging
  const page = { id: _id, before: cursor ?? afterAll, limit }
  const query = link === null ? listsOf[kind].all(page) : listsOf[kind].ofLink({ ...page, link })
  const { rows } = await db.pool.query<ActivityRow>(query)
  return rows
}

export async function deleteOldActivity(db: Database, days: number): Promise<void> {
  await db.pool.query('delete from activity where created_at < now() - make_interval(days => $1)', [days])
}
