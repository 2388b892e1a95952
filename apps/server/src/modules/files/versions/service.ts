import { versionsMax } from '@wingmark/contract/limits'
import { filesNotFound } from '@wingmark/contract/reviews'
import type { Version } from '@wingmark/contract/versions'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { isMeantFor, meantForAnother } from '#server/modules/files/policy'
import { type FileAbilities, presentFile } from '#server/modules/files/present'
import { lockBoth } from '#server/modules/files/replace/store'
import { lockReviewOf } from '#server/modules/files/store'
import * as store from '#server/modules/files/versions/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { randomKey } from '#server/platform/tokens'

type Addition = {
  id: string
  reviewId: string
  withId: string
  userId: string
  note: string
  key: string | null
}

/** Makes `withId`, an unattached file of `userId`, the current version. Checks no permission. Throws INVALID_FIELDS. */
export async function unsafeAddVersion(deps: Deps, addition: Addition): Promise<void> {
  const { id, reviewId, userId, key } = addition
  await deps.limits.consume({ fileReplaceByUser: userId })
  await deps.db.orm.transaction(async (tx) => {
    if (await claimIdempotencyKey(tx, { actor: userId, key, resultId: uuid() })) return
    await lockReviewOf(tx, { reviewId })
    await takeIn(tx, addition)
    await addEvent(tx, ofReview(reviewId), { event: 'version.added', targetId: id })
    for (const listen of deps.parts.on['review.files-added'])
      await listen(tx, { reviewId, userId, files: [id] })
  })
  signalSubject(deps, ofReview(reviewId))
}

async function takeIn(tx: Transaction, { id, reviewId, withId, userId, note }: Addition): Promise<void> {
  const both = await lockBoth.rows(tx, { ids: [id, withId] })
  const stays = both.find((file) => file.id === id)
  const fresh = both.find((file) => file.id === withId)
  if (stays?.reviewId !== reviewId || !stays.isUnderReview) throw notFound()
  if (stays.isInTree)
    throw new DomainError('CONFLICT', { message: 'This file is in your transfers. Replace it there.' })
  if (!fresh?.isFree || fresh.ownerId !== userId) throw invalidFields({ file: filesNotFound })
  if (!isMeantFor(reviewId, fresh.target)) throw meantForAnother()
  const [stack] = await store.lockVersion.rows(tx, { stack: id, review: reviewId, number: 0 })
  if (!stack) throw notFound()
  if ((await store.takeIn.count(tx, { stack: id, fresh: withId, note })) === 0)
    throw invalidFields({ file: `A file can have at most ${versionsMax} versions.` })
  await store.makeCurrent(tx, { stack, other: withId, key: randomKey() })
}

/** Checks no permission. */
export async function unsafeListVersions(
  deps: Deps,
  id: string,
  abilities: FileAbilities,
): Promise<Version[]> {
  const rows = await store.versionsOf.rows(deps.db.pool, { stack: id })
  const versionCount = rows.length
  return rows.map(({ made, open, note, ownerName, ownerAvatar, ...view }) => ({
    number: view.version,
    isCurrent: view.id === id,
    note,
    by: { _id: view.ownerId, name: ownerName, avatar: ownerAvatar },
    createdAt: view.createdAt.toISOString(),
    openCount: open,
    commentCount: made,
    can: {
      edit: abilities.rename,
      makeCurrent: abilities.rename && view.id !== id,
      delete: abilities.rename && versionCount > 1,
      download: abilities.download,
    },
    file: presentFile(deps, { ...view, id, versionCount, commentCount: made, openCount: open }, abilities),
  }))
}

export type VersionChange = { note?: string | undefined; current?: true | undefined }
type Chosen = { id: string; reviewId: string; number: number; userId: string }

/** Sets a note, or makes the version current. Checks no permission. Throws NOT_FOUND for a number without version. */
export async function unsafeChangeVersion(deps: Deps, chosen: Chosen, change: VersionChange): Promise<void> {
  const { id, reviewId, number, userId } = chosen
  await deps.limits.consume({ fileByUser: userId })
  await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, { reviewId })
    const held = await store.lockVersion.rows(tx, { stack: id, review: reviewId, number })
    const stack = held.find((one) => one.id === id)
    const version = held.find((one) => one.version === number)
    if (!stack || !version) throw notFound()
    if (change.note !== undefined) await store.setNote.count(tx, { id: version.id, note: change.note })
    const becomesCurrent = change.current === true && version !== stack
    if (becomesCurrent) await store.makeCurrent(tx, { stack, other: version.id, key: randomKey() })
    await addEvent(tx, ofReview(reviewId), { event: 'version.changed', targetId: id })
    if (becomesCurrent)
      for (const listen of deps.parts.on['review.files-added'])
        await listen(tx, { reviewId, userId, files: [id] })
  })
  signalSubject(deps, ofReview(reviewId))
}
