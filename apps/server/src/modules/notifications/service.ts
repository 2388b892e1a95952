import { Id } from '@wingmark/contract/ids'
import type { Notification } from '@wingmark/contract/notifications'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { presentNotification } from '#server/modules/notifications/present'
import {
  listNotificationsAfter,
  listNotificationsOf,
  listRecentNotifications,
} from '#server/modules/notifications/store'

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

/** What these people were told within the last half minute, oldest first. One query, however many people. */
export async function readNewNotifications(
  deps: Deps,
  users: readonly string[],
): Promise<{ userId: string; notification: Notification }[]> {
  const rows = await listRecentNotifications(deps.db, users)
  return rows.map((row) => ({ userId: row.userId, notification: presentNotification(row) }))
}

const missedMax = 100

/** For a reader who comes back with the id of the last one they got: what they missed, and what they need not be sent. */
export async function readNotificationsAfter(
  deps: Deps,
  user: string,
  last: string | null,
): Promise<{ missed: Notification[]; recent: string[] }> {
  const recent = (await listRecentNotifications(deps.db, [user])).map((row) => row.id)
  if (last === null || !Id.safeParse(last).success) return { missed: [], recent }
  const missed = await listNotificationsAfter(deps.db, user, last, missedMax)
  const news = new Set(missed.map((row) => row.id))
  return { missed: missed.map(presentNotification), recent: recent.filter((id) => !news.has(id)) }
}
