import { and, eq } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Queryable } from '#server/db/client'
import { statement } from '#server/db/statement'
import { reviewArchives } from '#server/db/tables/reviews'

// Skips a review deleted meanwhile.
const archive = statement('review-archive', {
  takes: { user: 'uuid', review: 'uuid' },
  text: `insert into review_archives (user_id, review_id)
    select {user}::uuid, id from reviews where id = {review}::uuid for key share on conflict do nothing`,
})

export async function putAway(db: Queryable, user: string, review: string, archived: boolean) {
  if (archived) await archive.count(db, { user, review })
  else
    await db
      .delete(reviewArchives)
      .where(and(eq(reviewArchives.userId, user), eq(reviewArchives.reviewId, review)))
}

export const exportArchived = exportedItems(
  'archived',
  `select a.review_id as id, json_build_object('review', r.id, 'name', r.name, 'since', a.created_at) as item
     from review_archives a join reviews r on r.id = a.review_id and r.deleted_at is null
     where a.user_id = {owner}::uuid and a.review_id > {after}::uuid order by a.review_id`,
)
