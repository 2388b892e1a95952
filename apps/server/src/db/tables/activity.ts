import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { shareLinks } from './sharing.ts'
import { oneSubject, subject } from './subjects.ts'

/** What the owner can look up later: who visited, who downloaded, and how access changed. */
export const activity = pgTable(
  'activity',
  {
    id: uuid().primaryKey(),
    ...subject(),
    action: text().notNull(),
    /** The name as it was then; null for a visitor. */
    actorId: uuid('actor_id'),
    actorKind: text('actor_kind', { enum: ['USER', 'GUEST', 'VISITOR'] }).notNull(),
    actorName: text('actor_name'),
    /** The link that they came by, or that was changed. */
    linkId: uuid('link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
    linkName: text('link_name'),
    /** The target, in words. */
    target: text(),
    before: text(),
    after: text(),
    /** For entries that are recorded only once: the viewer, the day, the file. */
    onceKey: text('once_key'),
    createdAt: createdAt(),
  },
  (table) => [
    oneSubject('activity'),
    index('activity_review').on(table.reviewId, table.id),
    index('activity_link').on(table.linkId, table.id),
    uniqueIndex('activity_once').on(table.reviewId, table.onceKey),
    index('activity_workspace').on(table.workspaceId).where(sql`workspace_id is not null`),
    index('activity_delivery').on(table.deliveryId, table.id),
    uniqueIndex('activity_once_delivery').on(table.deliveryId, table.onceKey),
  ],
)
