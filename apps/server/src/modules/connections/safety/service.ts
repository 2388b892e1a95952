import type { reportPerson } from '@wingmark/contract/connections'
import type { RouteBody } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { pageOf } from '#server/http/pages'
import { notifyOperator } from '#server/modules/connections/reports/service'
import { between } from '#server/modules/connections/requests/service'
import { lockPair } from '#server/modules/connections/requests/store'
import {
  cutConnection,
  haveTalked,
  insertBlock,
  insertReport,
  listBlockedOf,
  removeBlock,
} from '#server/modules/connections/safety/store'
import { addUserEvents, signalInboxes } from '#server/modules/events/service'
import { invalidFields, notFound } from '#server/platform/domain-error'

export { exportBlocked, exportReports } from '#server/modules/connections/safety/store'

/** Both ways, at once; idempotent. Throws INVALID_FIELDS for oneself, NOT_FOUND for someone who has blocked the caller. */
export async function blockPerson(deps: Deps, actor: UserActor, other: string): Promise<void> {
  if (other === actor.id) throw invalidFields({ userId: 'You can’t block yourself.' })
  await deps.limits.consume({ blockByUser: actor.id })
  const isTold = await deps.db.orm.transaction(async (tx) => {
    await lockPair(tx, actor.id, other)
    if (!(await insertBlock(tx, actor.id, other))) throw notFound()
    // The blocked person hears of it only if something between them ended.
    const isCut = await cutConnection(tx, actor.id, other)
    const hasEnded = isCut || (await haveTalked(tx, actor.id, other))
    if (hasEnded) await addUserEvents(tx, 'connection.updated', between(actor.id, other))
    return hasEnded
  })
  if (isTold) signalInboxes(deps, [actor.id, other])
}

export async function unblockPerson(deps: Deps, actor: UserActor, other: string): Promise<void> {
  if (!(await removeBlock(deps.db.orm, actor.id, other))) throw notFound()
}

export async function listBlocked(
  deps: Deps,
  actor: UserActor,
  { page, limit }: { page: number; limit: number },
) {
  const { rows, total } = await listBlockedOf(deps.db.orm, actor.id, { limit, offset: (page - 1) * limit })
  return pageOf(rows, { page, limit }, total)
}

/** Throws INVALID_FIELDS for oneself, NOT_FOUND for people invisible to the caller. */
export async function reportSomebody(
  deps: Deps,
  actor: UserActor,
  body: RouteBody<typeof reportPerson>,
  key: string | null,
): Promise<string> {
  if (body.user === actor.id) throw invalidFields({ user: 'You can’t report yourself.' })
  await deps.limits.consume({ reportByUser: actor.id })
  const id = uuid()
  const { user: other, message = null, reason, note } = body
  const reported = { id, me: actor.id, other, message, reason, note: note || null }
  return deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: id })
    if (earlier !== null) return earlier
    if (!(await insertReport(tx, reported))) throw notFound()
    await notifyOperator(deps, tx, id)
    return id
  })
}
