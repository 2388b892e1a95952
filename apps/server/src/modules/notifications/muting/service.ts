import type { Deps } from '#server/deps'
import { requireAccess, type UserCaller } from '#server/modules/access/service'
import { addUserEvents, signalInboxes } from '#server/modules/events/service'
import { setMuted } from '#server/modules/notifications/muting/store'
import { countUnread } from '#server/modules/notifications/store'

/** For anyone who may see it, each for themselves. Idempotent. */
export async function muteReview(deps: Deps, caller: UserCaller, review: string, muted: boolean) {
  await requireAccess(deps, caller, { review })
  const { id } = caller.actor
  await deps.limits.consume({ readMarksByUser: id })
  await deps.db.orm.transaction(async (tx) => {
    await setMuted(tx, id, review, muted)
    await addUserEvents(tx, 'notification.read', [{ user: id, target: id }])
  })
  signalInboxes(deps, [id])
  const unread = (await countUnread(deps.db, [id])).get(id) ?? 0
  return { result: { _id: review, muted, unread } }
}
