import { bigint, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { oneSubject, subject } from './subjects.ts'

/** What happened on a subject, in order, so that a live stream can resume; deleted after some days. */
export const events = pgTable(
  'events',
  {
    ...subject(),
    seq: bigint({ mode: 'number' }).notNull(),
    event: text().notNull(),
    /** The comment, reply or file. */
    targetId: uuid('target_id').notNull(),
    /** The comment's file, or the reply's comment, for events about deleted things. */
    parentId: uuid('parent_id'),
    createdAt: createdAt(),
  },
  (table) => [
    oneSubject('events'),
    uniqueIndex('events_review').on(table.reviewId, table.seq),
    uniqueIndex('events_workspace').on(table.workspaceId, table.seq),
    uniqueIndex('events_delivery').on(table.deliveryId, table.seq),
  ],
)
