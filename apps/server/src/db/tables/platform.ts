import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns.ts'

/** Created at the first start, shared by all processes. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: bytea().notNull(),
  createdAt: createdAt(),
})

/** What a call with an `Idempotency-Key` created, so that its repetition gets the same answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actor: uuid().notNull(),
    key: text().notNull(),
    resultId: uuid('result_id').notNull(),
    /** A digest of the request; null for keys of an earlier version. */
    request: text(),
    /** Of a version, which has a number instead of an id. */
    number: integer(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] })],
)

/** Counters of `rate-limiter-flexible`, which defines the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** The name under which a process locks its jobs, and the name of its connections. */
export const jobWorkers = pgTable('job_workers', {
  id: text().primaryKey(),
  process: text().notNull(),
  /** Null for processes of earlier releases, which do not report that they are alive. */
  seenAt: timestamp('seen_at', { withTimezone: true }),
})
