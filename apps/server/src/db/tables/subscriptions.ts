import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Sources of a user's plan and storage: one row each for grants and payments. None before the first change. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    source: text({ enum: ['OPEN', 'OPERATOR', 'STRIPE'] }).notNull(),
    /** What it gives while it is active. */
    plan: text({ enum: ['PILOT', 'COMMANDER'] }).notNull(),
    status: text({ enum: ['NONE', 'ACTIVE', 'PAST_DUE', 'ENDED'] }).notNull(),
    stripeCustomer: text('stripe_customer').unique(),
    stripeSubscription: text('stripe_subscription'),
    periodEnd: time('period_end'),
    /** It ends with the period. */
    isEnding: boolean('is_ending').notNull().default(false),
    pastDueSince: time('past_due_since'),
    /** Packs of storage that were taken or given, besides the plan's own. */
    extraStorageBytes: bigint('extra_storage_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] })],
)

/** Processed events of the payment provider, so that repeats are ignored. */
export const billingEvents = pgTable('billing_events', {
  id: text().primaryKey(),
  createdAt: createdAt(),
})
