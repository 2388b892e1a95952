import type { Notification } from '@wingmark/contract/notifications'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { presentNotification } from '#server/modules/notifications/present'
import { listNewNotifications, listNotificationsOf } from '#server/modules/notifications/store'

/** The caller's own, newest first. */
export async function listNotifications(
  deps: Deps,
  actor: UserActor,
  { page, limit }: { page: number; limit: number },
) {
  const { rows, total } = await listNotificationsOf(deps.db, actor.id, {
    limit,
    offset: (page - 1) * limit,
  })
  const results = rows.map(presentNotification)
  return { results, currentPage: page, totalPages: Math.ceil(total / limit), total }
}

/** What these people were told after the notification `after`, oldest first. One query. */
export async function readNewNotifications(
  deps: Deps,
  users: readonly string[],
  after: string,
  limit: number,
): Promise<{ userId: string; notification: Notification }[]> {
  const rows = await listNewNotifications(deps.db, users, after, limit)
  return rows.map((row) => ({ userId: row.userId, notification: presentNotification(row) }))
}
