import type { Subject } from '@wingmark/contract/subjects'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { reviews } from '#server/db/tables/reviews'
import type { DeletedAccount } from '#server/module-parts'
import { ofReview } from '#server/modules/access/subjects/policy'

const locking = statement('leaving-lock-reviews', {
  takes: { user: 'uuid' },
  gives: row<{ id: string; isOwn: boolean }>({ id: 'uuid', isOwn: 'bool' }),
  text: `select id, owner_id = {user}::uuid as "isOwn" from reviews
    where owner_id = {user}::uuid or id in (select review_id from files where owner_id = {user}::uuid)
    order by id for update`,
})

/** Reviews with the user's files; returns the user's own. */
export async function lockReviewsWithFiles(tx: Transaction, { user }: { user: string }): Promise<Subject[]> {
  const rows = await locking.rows(tx, { user })
  return rows.filter((one) => one.isOwn).map((one) => ofReview(one.id))
}

// Their colour stays with what they wrote.
const leaveColors = statement('leaving-colors', {
  takes: { user: 'uuid', guest: 'uuid' },
  text: `update reviews set writers = array_replace(writers, {user}::uuid, {guest}::uuid) where id in (
    select review_id from comments where user_id = {user}::uuid
    union select c.review_id from replies p join comments c on c.id = p.comment_id where p.user_id = {user}::uuid)`,
})

/** Deletes the user's own; in others' the guest gets the user's colour. */
export async function leaveReviews(tx: Transaction, { user, guest }: DeletedAccount): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.ownerId, user))
  await leaveColors.count(tx, { user, guest })
}
