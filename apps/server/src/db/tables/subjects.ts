import { sql } from 'drizzle-orm'
import { check, uuid } from 'drizzle-orm/pg-core'
import { reviews } from './reviews.ts'
import { workspaces } from './workspaces.ts'

/** What a row is about: one column for each kind of `modules/access/subjects`, of which exactly one is set. */
export const subject = () => ({
  reviewId: uuid('review_id').references(() => reviews.id, { onDelete: 'cascade' }),
  workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
})

export const oneSubject = (table: string) =>
  check(`${table}_subject`, sql`num_nonnulls(review_id, workspace_id) = 1`)
