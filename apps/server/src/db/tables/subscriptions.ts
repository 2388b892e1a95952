import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, updatedAt } from './columns.ts'
import { users } from './users.ts'

/**
 * How a person came by the plan and storage that `users` says: one row for each way, so that what was given is not lost
 * by what was paid. None for who never had more than the first plan.
 */
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
    /** Packs of storage that were taken or given, beside the plan's own. */
    extraStorageBytes: bigint('extra_storage_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] })],
)

/** Events of the payment house that were taken, so that one that comes twice is one. */
export const billingEvents = pgTable('billing_events', {
  id: text().primaryKey(),
  createdAt: createdAt(),
})
