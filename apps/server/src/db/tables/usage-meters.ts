import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { users } from './users.ts'

/** What someone has used of their plan's limit in a day or month. */
export const usageMeters = pgTable(
  'usage_meters',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    meter: text({ enum: ['MESSAGES', 'AI_CHARACTERS'] }).notNull(),
    /** Its first day, in UTC. */
    period: date().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.meter, table.period] })],
)

/** Reserved usage, until the actual amount is known; lapses by itself. */
export const usageReservations = pgTable(
  'usage_reservations',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    meter: text({ enum: ['MESSAGES', 'AI_CHARACTERS'] }).notNull(),
    /** The period of the meter that it is charged to. */
    period: date().notNull(),
    amount: integer().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('usage_reservations_user').on(table.userId, table.meter)],
)
