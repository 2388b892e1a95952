import type { AlignBody, Alignment, AlignmentPairs } from '@wingmark/contract/carry'
import type { Transaction } from '#server/db/client'
import { lockReviewRow } from '#server/db/lock-review'
import type { Deps } from '#server/deps'
import { canModerate } from '#server/modules/access/policy'
import { requireAbility, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { moveBy, similarityOf } from '#server/modules/comments/carry/aligning/similarity'
import * as store from '#server/modules/comments/carry/aligning/store'
import { requireVersion } from '#server/modules/comments/carry/fixes/service'
import { listAlignments } from '#server/modules/comments/carry/fixes/store'
import { requireSeen } from '#server/modules/comments/carry/policy'
import { requestCarry } from '#server/modules/comments/carry/request/store'
import { noSuchPage } from '#server/modules/comments/content/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { forbidden, invalidFields } from '#server/platform/domain-error'

const sameTwice = 'Choose two different places on each page.'

/** Moves the unsure pins of a page, or takes that back. Throws NOT_FOUND, FORBIDDEN, DECIDED, VERSION_CHANGED, INVALID_FIELDS. */
export async function alignPage(
  deps: Deps,
  caller: WriterCaller,
  file: string,
  { version, page, pairs, decidedAt }: AlignBody,
): Promise<Alignment> {
  const { actor } = caller
  const { reviewId } = await requireAbility(deps, caller, { file }, canModerate)
  if (actor.kind !== 'user') throw forbidden()
  await deps.limits.consume({ statusByWriter: actor.id })
  const where = { file, version, page }
  await deps.db.orm.transaction(async (tx) => {
    await lockReviewRow(tx, reviewId)
    const { isCurrent } = await requireVersion(tx, file, version)
    requireSeen(await store.findAlignment.first(tx, where), actor, decidedAt)
    await store.putAlignment(tx, { ...where, user: actor.id, pairs })
    if (pairs) await moveUnsure(tx, where, pairs, actor.id)
    if (!isCurrent) await requestCarry(tx, file)
    await addEvent(tx, ofReview(reviewId), { event: 'carry.ready', targetId: file })
  })
  signalSubject(deps, ofReview(reviewId))
  const made = (await listAlignments.rows(deps.db.pool, { file, version })).find((one) => one.page === page)
  if (!made) return { version, page, pairs: null, by: null, decidedAt: null }
  return { ...made, version, decidedAt: made.decidedAt.toISOString() }
}

async function moveUnsure(
  tx: Transaction,
  where: store.Page,
  pairs: AlignmentPairs,
  user: string,
): Promise<void> {
  const sizes = await store.findPageSizes(tx, where.file)
  const to = sizes.get(where.version)?.[where.page - 1]
  if (!to) throw noSuchPage(sizes.get(where.version)?.length ?? 1)
  if (!similarityOf(pairs, { from: to, to })) throw invalidFields({ pairs: sameTwice })
  const unsure = await store.findUnsure.rows(tx, where)
  const moved = unsure.flatMap((pin) => {
    const from = sizes.get(pin.fromVersion)?.[pin.fromMarker.page - 1]
    const by = from && similarityOf(pairs, { from, to })
    if (!by) return []
    const outcome = pin.outcome === 'CHANGED' ? ('CHANGED' as const) : ('MOVED' as const)
    return [{ ...pin, outcome, marker: moveBy(by, pin.fromMarker, where.page) }]
  })
  await store.saveAligned(tx, { version: where.version, user }, moved)
}
