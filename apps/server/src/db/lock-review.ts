import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'

const lock = statement('review-lock', {
  takes: { review: 'uuid' },
  text: 'select 1 from reviews where id = {review}::uuid for no key update',
})

/** Before anything else of a review, as everybody does: two that lock the other way round wait for each other. */
export async function lockReviewRow(tx: Transaction, review: string): Promise<void> {
  await lock.count(tx, { review })
}
