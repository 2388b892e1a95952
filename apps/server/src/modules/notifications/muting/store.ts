import { and, eq } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import { reviewMutes } from '#server/db/tables/notifications'

// Skips a review deleted meanwhile.
const mute = statement('review-mute', {
  takes: { user: 'uuid', review: 'uuid' },
  text: `insert into review_mutes (user_id, review_id)
    select {user}::uuid, id from reviews where id = {review}::uuid for key share on conflict do nothing`,
})

export async function setMuted(tx: Transaction, user: string, review: string, muted: boolean) {
  if (muted) await mute.count(tx, { user, review })
  else await tx.delete(reviewMutes).where(and(eq(reviewMutes.userId, user), eq(reviewMutes.reviewId, review)))
}

export const exportMuted = exportedItems(
  'muted',
  `select m.review_id as id, json_build_object('review', r.id, 'name', r.name, 'since', m.created_at) as item
     from review_mutes m join reviews r on r.id = m.review_id and r.deleted_at is null
     where m.user_id = {owner}::uuid and m.review_id > {after}::uuid order by m.review_id`,
)
