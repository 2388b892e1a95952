import { sql } from 'drizzle-orm'
import { check, uuid } from 'drizzle-orm/pg-core'
import { deliveries } from './deliveries.ts'
import { reviews } from './reviews.ts'
import { workspaces } from './workspaces.ts'

/** What has members: of these columns exactly one is set. */
export const peopledSubject = () => ({
  reviewId: uuid('review_id').references(() => reviews.id, { onDelete: 'cascade' }),
  workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
})

/** What a row is about: one column for each kind of `modules/access/subjects`, of which exactly one is set. */
export const subject = () => ({
  ...peopledSubject(),
  deliveryId: uuid('delivery_id').references(() => deliveries.id, { onDelete: 'cascade' }),
})

export const onePeopledSubject = (table: string) =>
  check(`${table}_subject`, sql`num_nonnulls(review_id, workspace_id) = 1`)
export const oneSubject = (table: string) =>
  check(`${table}_subject`, sql`num_nonnulls(review_id, workspace_id, delivery_id) = 1`)
