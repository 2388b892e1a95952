import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent } from '#server/modules/events/service'
import { lockReviewOf } from '#server/modules/files/store'
import { becomeCurrent, lockStack } from '#server/modules/files/versions/service'
import type { Former } from '#server/modules/files/versions/without-preview/store'

/** A new version that could not be rendered gives way to the one before it. */
export async function makeCurrentAgain(
  deps: Deps,
  tx: Transaction,
  { stack: id, reviewId, userId, version, former: other }: Former,
): Promise<void> {
  await lockReviewOf(tx, { reviewId })
  const { stack } = await lockStack(tx, { id, reviewId, number: version })
  if (stack.version !== version) return
  await becomeCurrent(deps, tx, { stack, other, reviewId, userId })
  await addEvent(tx, ofReview(reviewId), { event: 'version.changed', targetId: id })
}
