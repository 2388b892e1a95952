import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'

const lock = statement('review-lock', {
  takes: { review: 'uuid' },
  text: 'select 1 from reviews where id = {review}::uuid for no key update',
})

/** Always before the review's other rows: two transactions that lock in different orders wait for each other. */
export async function lockReviewRow(tx: Transaction, review: string): Promise<void> {
  await lock.count(tx, { review })
}
