import { sql } from 'drizzle-orm'
import { check, uuid } from 'drizzle-orm/pg-core'
import { deliveries } from './deliveries.ts'
import { reviews } from './reviews.ts'
import { workspaces } from './workspaces.ts'

// Functions, which are there before this file has run: tables refer to each other in circles.

/** A subject with members: exactly one of these columns is set. */
export function peopledSubject() {
  return {
    reviewId: uuid('review_id').references(() => reviews.id, { onDelete: 'cascade' }),
    workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
  }
}

/** What a row is about: one column for each kind of `modules/access/subjects`; exactly one is set. */
export function subject() {
  return {
    ...peopledSubject(),
    deliveryId: uuid('delivery_id').references(() => deliveries.id, { onDelete: 'cascade' }),
  }
}

export function onePeopledSubject(table: string) {
  return check(`${table}_subject`, sql`num_nonnulls(review_id, workspace_id) = 1`)
}

export function oneSubject(table: string) {
  return check(`${table}_subject`, sql`num_nonnulls(review_id, workspace_id, delivery_id) = 1`)
}
