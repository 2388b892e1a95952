import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { ReadUserEvents } from '#server/modules/events/service'
import { presentNotification } from '#server/modules/notifications/present'
import { findNotifications, listNotificationsOf } from '#server/modules/notifications/store'

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

/** For the live stream. One query, however many people. */
export const readToldNotifications: ReadUserEvents<'notification.created'> = async (deps, told) => {
  const rows = await findNotifications(
    deps.db,
    told.map((one) => one.target),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (reader, target) => {
    const row = byId.get(target)
    return row?.userId === reader.id ? presentNotification(row) : null
  }
}
