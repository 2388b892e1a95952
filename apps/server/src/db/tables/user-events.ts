import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { users } from './users.ts'

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The number of each person's newest event. Separate from `users`, whose rows are locked for other reasons. */
export const userEventCounts = pgTable('user_event_counts', {
  userId: userId().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
})

/** Events of people's own streams, in order, so that a stream can resume; deleted after some days. */
export const userEvents = pgTable(
  'user_events',
  {
    userId: userId(),
    seq: bigint({ mode: 'number' }).notNull(),
    /** One of the contract's `userEvents`. */
    event: text().notNull(),
    /** The subject, read when the event is sent. */
    targetId: uuid('target_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    index('user_events_age').on(table.createdAt),
  ],
)
