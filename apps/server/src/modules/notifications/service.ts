import { type ReadNotificationsBody, readAtOnceMax } from '@wingmark/contract/notifications'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cut, cutToFit, pageOf } from '#server/http/pages'
import { type ReadUserEvents, signalInboxes } from '#server/modules/events/service'
import { presentNotification } from '#server/modules/notifications/present'
import {
  countUnread,
  findNotifications,
  listNotificationsOf,
  markNotifications,
} from '#server/modules/notifications/store'

type Query = { page: number; limit: number; unread?: boolean | undefined; cursor?: string | undefined }

/** The caller's own, newest first. */
export async function listNotifications(deps: Deps, actor: UserActor, query: Query) {
  const { page, limit, unread: onlyUnread = false, cursor = null } = query
  const { rows, total, unread, planStarted } = await listNotificationsOf(deps.db, actor.id, {
    limit: limit + 1,
    offset: cursor === null ? (page - 1) * limit : 0,
    cursor,
    onlyUnread,
  })
  const cursorOf = ({ id }: (typeof rows)[number]) => id
  const read = cut(rows, limit, cursorOf)
  const presented = read.shown.map((row) => presentNotification(deps, actor, row))
  const { results, nextCursor } = cutToFit(read, presented, cursorOf)
  return { ...pageOf(results, { page, limit }, total), unread, planStarted, nextCursor }
}

/** Silently skips others' and missing notifications. */
export async function readNotifications(deps: Deps, actor: UserActor, body: ReadNotificationsBody) {
  await deps.limits.consume({ readMarksByUser: actor.id })
  const { ids, changed, readAt } = await markNotifications(deps.db, actor.id, {
    ids: 'ids' in body ? body.ids : null,
    subject: 'subject' in body ? body.subject._id : null,
    comment: 'comment' in body ? body.comment : null,
    task: 'task' in body ? body.task : null,
    before: 'before' in body ? (body.before ?? null) : null,
    readAt: 'readAt' in body ? body.readAt : null,
    muted: !('all' in body) || body.muted !== false,
    unread: 'unread' in body && body.unread === true,
    answered: readAtOnceMax,
  })
  if (changed > 0) signalInboxes(deps, [actor.id])
  const unread = (await countUnread(deps.db, [actor.id])).get(actor.id) ?? 0
  return { result: { ids, changed, readAt: readAt.toISOString(), unread } }
}

/** For the live stream: the current counts. */
export const readUnreadCounts: ReadUserEvents<'notification.read'> = async (deps, notified) => {
  const counts = await countUnread(deps.db, [...new Set(notified.map((one) => one.user))])
  return (reader) => ({ unread: counts.get(reader.id) ?? 0 })
}

/** For the live stream. One query, however many people. */
export const readNewNotifications: ReadUserEvents<'notification.created'> = async (deps, notified) => {
  const rows = await findNotifications(
    deps.db,
    notified.map((one) => one.target),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (reader, target) => {
    const row = byId.get(target)
    return row?.userId === reader.id ? presentNotification(deps, reader, row) : null
  }
}
