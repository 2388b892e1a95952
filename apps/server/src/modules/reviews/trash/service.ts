import { reviewFilesMax } from '@wingmark/contract/limits'
import { type listDeletedReviews as contract, tooManyFiles } from '@wingmark/contract/reviews'
import type { RouteQuery } from '@wingmark/contract/route'
import type { Subject } from '@wingmark/contract/subjects'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { pageOf } from '#server/http/pages'
import { canDeleteReview, canEditReview } from '#server/modules/access/policy'
import { type Caller, requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvents, signalSubject } from '#server/modules/events/service'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { unsafeBringBackFile } from '#server/modules/files/removal/service'
import { findVersionHeld, unsafeBringBackVersion } from '#server/modules/files/versions/removal/service'
import { lockReview, lockReviewFiles } from '#server/modules/reviews/store'
import * as bin from '#server/modules/reviews/trash/store'
import { invalidFields, notFound } from '#server/platform/domain-error'

/** Deletes it for everyone at once; everything in it is kept for a day. */
export async function deleteReview(deps: Deps, caller: Caller, id: string): Promise<void> {
  await requireAbility(deps, caller, { review: id }, canDeleteReview)
  await deps.db.orm.transaction(async (tx) => {
    if (!(await lockReview(tx, id))) throw notFound()
    await bin.markDeleted.count(tx, { id })
  })
  signalSubject(deps, ofReview(id))
}

/** The caller's own reviews, and files of reviews that they edit. Throws NOT_FOUND. */
async function requireDeleted(deps: Deps, caller: UserCaller, id: string): Promise<bin.DeletedReview> {
  const found = await bin.findDeleted.first(deps.db.pool, { id })
  if (!found) throw notFound()
  const { removedFrom, ownerId } = found
  if (removedFrom !== null) await requireAbility(deps, caller, { review: removedFrom }, canEditReview)
  else if (ownerId !== caller.actor.id) throw notFound()
  await deps.limits.consume({ reviewByUser: caller.actor.id })
  return found
}

/** Restores a review deleted within a day, with members and links. Throws NOT_FOUND, INVALID_FIELDS without room for the file. */
export async function restoreReview(deps: Deps, caller: UserCaller, id: string) {
  const { name, removedFrom } = await requireDeleted(deps, caller, id)
  const subjects = await deps.db.orm.transaction((tx) =>
    removedFrom === null
      ? bringBackReview(tx, id)
      : bringBackPart(deps, tx, { id, reviewId: removedFrom, userId: caller.actor.id }),
  )
  for (const subject of [ofReview(removedFrom ?? id), ...subjects]) signalSubject(deps, subject)
  return { _id: id, name }
}

async function bringBackReview(tx: Transaction, id: string): Promise<Subject[]> {
  if (!(await bin.lockDeleted.first(tx, { id }))) throw notFound()
  await bin.markRestored.count(tx, { id })
  return []
}

type Part = { id: string; reviewId: string; userId: string }

/** A file or one of its versions, from its holder. */
async function bringBackPart(deps: Deps, tx: Transaction, part: Part): Promise<Subject[]> {
  const { id, reviewId, userId } = part
  const version = await findVersionHeld(tx, id)
  if (!version) return bringBackFile(deps, tx, id, reviewId)
  if (!(await lockReview(tx, reviewId))) throw notFound()
  return unsafeBringBackVersion(deps, tx, { id: version.stack, reviewId, number: version.number, userId })
}

async function bringBackFile(deps: Deps, tx: Transaction, id: string, reviewId: string): Promise<Subject[]> {
  const there = await lockReviewFiles(tx, reviewId)
  if (!there) throw notFound()
  if (there.length >= reviewFilesMax) throw invalidFields({ files: tooManyFiles })
  if (!(await bin.lockDeleted.first(tx, { id }))) throw notFound()
  const subjects = await unsafeBringBackFile(deps, tx, { id, reviewId })
  await bin.removeRow.count(tx, { id })
  await addEvents(tx, ofReview(reviewId), [
    { event: 'file.added', targetId: id },
    { event: 'review.updated', targetId: reviewId },
  ])
  return subjects
}

export async function listDeleted(
  deps: Deps,
  actor: UserActor,
  { page, limit, review }: RouteQuery<typeof contract>,
) {
  const { pool } = deps.db
  const asked = { user: actor.id, review: review ?? null }
  const [rows, counted] = await Promise.all([
    bin.listDeleted.rows(pool, { ...asked, limit, offset: (page - 1) * limit }),
    bin.countDeleted.first(pool, asked),
  ])
  const results = rows.map(({ id, deletedAt, ...one }) => ({
    _id: id,
    ...one,
    deletedAt: deletedAt.toISOString(),
  }))
  return pageOf(results, { page, limit }, counted?.total ?? 0)
}

export async function deleteForGood(deps: Deps, caller: UserCaller, id: string): Promise<void> {
  await requireDeleted(deps, caller, id)
  await deps.db.orm.transaction(async (tx) => {
    if (!(await bin.lockDeleted.first(tx, { id }))) throw notFound()
    await removeForGood(tx, id)
  })
}

/** Deletes the row, removed files, all files and, by a job, unshared bytes. */
async function removeForGood(tx: Transaction, id: string): Promise<void> {
  for (const one of await bin.listWithRemoved.rows(tx, { id })) {
    await unsafeDeleteFiles(tx, { reviewId: one.id })
    if (one.id !== id) await bin.removeRow.count(tx, { id: one.id })
  }
  await bin.removeRow.count(tx, { id })
}

/** Deletes permanently after a day. */
export async function sweepTrash(deps: Deps): Promise<void> {
  const found = await deps.db.orm.transaction(async (tx) => {
    const expired = await bin.lockExpired.first(tx, {})
    if (expired) await removeForGood(tx, expired.id)
    return expired
  })
  if (found) await sweepTrash(deps)
}
