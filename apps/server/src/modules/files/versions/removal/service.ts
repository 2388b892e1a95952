import { versionsMax } from '@wingmark/contract/limits'
import type { Subject } from '@wingmark/contract/subjects'
import { onlyVersionStays } from '@wingmark/contract/versions'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { notifyOfMove } from '#server/modules/files/removal/service'
import { moveFilesBack } from '#server/modules/files/removal/store'
import { lockReviewOf, settleReview } from '#server/modules/files/store'
import * as removed from '#server/modules/files/versions/removal/store'
import {
  becomeCurrent,
  type Chosen,
  lockChosen,
  lockStack,
  tooManyVersions,
} from '#server/modules/files/versions/service'
import { DomainError, notFound } from '#server/platform/domain-error'

/** Puts a version aside for a day, with its comments. Checks no permission. Throws CONFLICT for the only one, VERSION_CHANGED. */
export async function unsafeRemoveVersion(deps: Deps, chosen: Chosen): Promise<void> {
  const { reviewId, userId } = chosen
  await deps.limits.consume({ fileByUser: userId })
  const subjects = await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, { reviewId })
    return putAside(deps, tx, chosen)
  })
  for (const subject of [ofReview(reviewId), ...subjects]) signalSubject(deps, subject)
}

async function putAside(deps: Deps, tx: Transaction, chosen: Chosen): Promise<Subject[]> {
  const { id: stack, reviewId: review, number, userId } = chosen
  const held = await lockChosen(tx, chosen)
  if (held.stack.versionCount === 1) throw new DomainError('CONFLICT', { message: onlyVersionStays })
  const next = held.version.id === stack ? await removed.findNewestLeft.first(tx, { stack, review }) : null
  if (next) await becomeCurrent(deps, tx, { stack: held.stack, other: next.id, reviewId: review, userId })
  const id = next?.id ?? held.version.id
  await removed.putVersionAside(tx, { id, stack, review, number, gaveWayTo: next?.version ?? null })
  const move = { file: stack, from: review, to: id, version: { number, into: id } }
  const subjects = await notifyOfMove(deps, tx, move)
  await settleReview(tx, review)
  await addEvent(tx, ofReview(review), { event: 'version.removed', targetId: stack })
  return subjects
}

/** Does nothing for a version that is there. Checks no permission. Throws NOT_FOUND, INVALID_FIELDS for a full stack. */
export async function unsafeRestoreVersion(deps: Deps, chosen: Chosen): Promise<void> {
  const { reviewId, userId } = chosen
  await deps.limits.consume({ fileByUser: userId })
  const subjects = await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, { reviewId })
    return unsafeBringBackVersion(deps, tx, chosen)
  })
  for (const subject of [ofReview(reviewId), ...subjects]) signalSubject(deps, subject)
}

/** The same for a locked review; returns other subjects with news. */
export async function unsafeBringBackVersion(
  deps: Deps,
  tx: Transaction,
  chosen: Chosen,
): Promise<Subject[]> {
  const { id: stack, reviewId: review, number, userId } = chosen
  const { stack: held, version } = await lockStack(tx, chosen)
  if (version) return []
  const gone = await removed.lockRemoved.first(tx, { stack, review, number })
  if (!gone) throw notFound()
  if (held.versionCount >= versionsMax) throw tooManyVersions()
  await removed.countOneMore.count(tx, { stack })
  const move = { file: gone.id, from: gone.id, to: review, version: { number, into: stack } }
  const subjects = await notifyOfMove(deps, tx, move)
  await moveFilesBack.count(tx, { from: gone.id, to: review })
  await removed.removeHolder.count(tx, { id: gone.id })
  if (gone.gaveWayTo === held.version)
    await becomeCurrent(deps, tx, { stack: held, other: gone.id, reviewId: review, userId })
  await settleReview(tx, review)
  await addEvent(tx, ofReview(review), { event: 'version.added', targetId: stack })
  return subjects
}

/** The version in this holder of removed things; null for one with a file. */
export const findVersionHeld = (tx: Transaction, holder: string) => removed.findHeld.first(tx, { holder })
