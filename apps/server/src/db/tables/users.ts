import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Lower case. */
  email: text().notNull().unique(),
  /** Lower case. */
  username: text().notNull().unique(),
  passwordHash: text('password_hash'),
  avatar: text(),
  plan: text({ enum: ['FREE', 'PILOT', 'COMMANDER'] })
    .notNull()
    .default('FREE'),
  usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const guests = pgTable('guests', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text(),
  tokenHash: bytea('token_hash').notNull().unique(),
  claimedBy: uuid('claimed_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})
