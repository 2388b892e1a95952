import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
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

/** What is kept free of a meter while it is not known yet how much will be used; lapses by itself. */
export const usageReservations = pgTable(
  'usage_reservations',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    meter: text({ enum: ['MESSAGES', 'AI_CHARACTERS'] }).notNull(),
    /** As of the meter that it is settled to. */
    period: date().notNull(),
    amount: integer().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('usage_reservations_user').on(table.userId, table.meter)],
)
