import { filesNotFound } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { isMeantFor, meantForAnother } from '#server/modules/files/policy'
import { lockBoth, swapBytes } from '#server/modules/files/replace/store'
import { lockReviewOf } from '#server/modules/files/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { randomKey } from '#server/platform/tokens'

/**
 * Replaces bytes and name with those of `withId`, an unattached file of `userId`. Checks no permission. Throws
 * INVALID_FIELDS without one.
 */
export async function unsafeReplace(
  deps: Deps,
  { id, reviewId, withId, userId }: { id: string; reviewId: string; withId: string; userId: string },
): Promise<void> {
  await deps.limits.consume({ fileReplaceByUser: userId })
  await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, { reviewId })
    const both = await lockBoth.rows(tx, { ids: [id, withId] })
    const stays = both.find((file) => file.id === id)
    const fresh = both.find((file) => file.id === withId)
    if (stays?.reviewId !== reviewId || !stays.isUnderReview) throw notFound()
    if (stays.isInTree)
      throw new DomainError('CONFLICT', { message: 'This file is in your transfers. Replace it there.' })
    if (!fresh?.isFree || fresh.ownerId !== userId) throw invalidFields({ file: filesNotFound })
    if (!isMeantFor(reviewId, fresh.target)) throw meantForAnother()
    await swapBytes.count(tx, { stays: id, goes: withId, key: randomKey() })
    await unsafeDeleteFiles(tx, { ids: [withId] })
    await addEvent(tx, ofReview(reviewId), { event: 'file.ready', targetId: id })
    for (const listen of deps.parts.on['review.files-added'])
      await listen(tx, { reviewId, userId, files: [id] })
  })
  signalSubject(deps, ofReview(reviewId))
}
