import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What somebody has used of what their plan allows in a day or a month. */
export const usageMeters = pgTable(
  'usage_meters',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    meter: text({ enum: ['MESSAGES', 'AI_CHARACTERS'] }).notNull(),
    /** The first day of it, in UTC. */
    period: date().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.meter, table.period] })],
)
