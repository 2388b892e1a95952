import type { NotificationAction } from '@wingmark/contract/notifications'
import type { Subject } from '@wingmark/contract/subjects'
import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import { subjectOfRow } from '#server/modules/access/subjects/policy'

export type NotificationRow = {
  id: string
  userId: string
  action: NotificationAction
  title: string
  createdByName: string
  subjectKind: Subject['kind']
  subjectId: string
  commentId: string | null
  readAt: Date | null
  createdAt: Date
}

const columns = `n.id, n.user_id as "userId", n.action, n.title, n.created_by_name as "createdByName",
  ${subjectOfRow('n')}, n.comment_id as "commentId", n.read_at as "readAt", n.created_at as "createdAt"`

const pageOf = namedQuery<{ user: string; limit: number; offset: number }>(
  'notifications-page',
  `select ${columns} from notifications n where n.user_id = {user}::uuid
    order by n.id desc limit {limit}::int offset {offset}::int`,
)
const countOf = namedQuery<{ user: string }>(
  'notifications-count',
  'select count(*)::int as total from notifications where user_id = {user}::uuid',
)

export async function listNotificationsOf(
  db: Database,
  user: string,
  paging: { limit: number; offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    db.pool.query<NotificationRow>(pageOf({ user, ...paging })),
    db.pool.query<{ total: number }>(countOf({ user })),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

const byIds = namedQuery<{ ids: readonly string[] }>(
  'notifications-by-ids',
  `select ${columns} from notifications n where n.id = any({ids}::uuid[])`,
)

export async function findNotifications(db: Database, ids: readonly string[]): Promise<NotificationRow[]> {
  const { rows } = await db.pool.query<NotificationRow>(byIds({ ids }))
  return rows
}
