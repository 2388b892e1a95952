import type { ActivityAction } from '@wingmark/contract/activity'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'

export type NewActivity = {
  id: string
  review: string
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actor: string | null
  link: string | null
  subject: string | null
  before: string | null
  after: string | null
  /** Recorded only if nothing with this key is; null: always. */
  once: string | null
}

/** Names are looked up and kept as they are now. Nothing is written for a review that is gone. */
export async function insertActivity(db: Queryable, entry: NewActivity): Promise<void> {
  await db.execute(sql`
    insert into review_activity (id, review_id, action, actor_kind, actor_id, actor_name, link_id, link_name,
      subject, before, after, once_key)
    select ${entry.id}::uuid, r.id, ${entry.action}, ${entry.actorKind}, ${entry.actor}::uuid,
      coalesce((select name from users where id = ${entry.actor}::uuid), (select name from guests where id = ${entry.actor}::uuid)),
      l.id, l.name, ${entry.subject}, ${entry.before}, ${entry.after}, ${entry.once}
    from reviews r left join share_links l on l.id = ${entry.link}::uuid and l.review_id = r.id
    where r.id = ${entry.review}::uuid
    on conflict (review_id, once_key) do nothing`)
}

export type ActivityRow = {
  id: string
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actorName: string | null
  linkId: string | null
  linkName: string | null
  subject: string | null
  before: string | null
  after: string | null
  commentId: string | null
  createdAt: Date
}

const columns = `a.id, a.action, a.actor_kind as "actorKind", a.actor_name as "actorName", a.link_id as "linkId",
  a.link_name as "linkName", a.subject, a.before, a.after, null::uuid as "commentId", a.created_at as "createdAt"`
type Page = { review: string; before: string; limit: number }

const ofReview = namedQuery<Page>(
  'activity',
  `select ${columns} from review_activity a where a.review_id = {review}::uuid and a.id < {before}::uuid
    order by a.id desc limit {limit}::int`,
)

const written = (action: string, table: string, commentId: string) => `
  select w.id, '${action}', case when w.user_id is null then 'GUEST' else 'USER' end, coalesce(u.name, g.name),
    l.id, l.name, null, null, null, ${commentId}, w.created_at
  from share_links l join ${table} w on w.link_id = l.id
  left join users u on u.id = w.user_id left join guests g on g.id = w.guest_id
  where l.id = {link}::uuid and l.review_id = {review}::uuid and w.id < {before}::uuid order by w.id desc limit {limit}::int`

const ofLink = namedQuery<Page & { link: string }>(
  'activity-of-link',
  `select * from (
    (select ${columns} from review_activity a
      where a.link_id = {link}::uuid and a.review_id = {review}::uuid and a.id < {before}::uuid
      order by a.id desc limit {limit}::int)
    union all (${written('COMMENTED', '(select * from comments where deleted_at is null)', 'w.id')})
    union all (${written('REPLIED', 'replies', 'w.comment_id')})
  ) entry order by id desc limit {limit}::int`,
)

const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Newest first; of one link also what people wrote who came by it. Ids are in the order of time. */
export async function listActivityRows(
  db: Database,
  review: string,
  paging: { link: string | null; cursor: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { link, cursor, limit } = paging
  const page = { review, before: cursor ?? afterAll, limit }
  const query = link === null ? ofReview(page) : ofLink({ ...page, link })
  const { rows } = await db.pool.query<ActivityRow>(query)
  return rows
}

export async function deleteOldActivity(db: Database, days: number): Promise<void> {
  await db.pool.query('delete from review_activity where created_at < now() - make_interval(days => $1)', [
    days,
  ])
}
