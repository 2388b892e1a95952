import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { onePeopledSubject, peopledSubject } from './subjects.ts'
import { users } from './users.ts'

export const members = pgTable(
  'members',
  {
    ...peopledSubject(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['EDITOR', 'COMMENTER', 'VIEWER'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    onePeopledSubject('members'),
    uniqueIndex('members_review').on(table.reviewId, table.userId),
    uniqueIndex('members_workspace').on(table.workspaceId, table.userId),
    index('members_user').on(table.userId),
  ],
)

export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    ...peopledSubject(),
    /** Lower case. */
    email: text().notNull(),
    /** Someone who was invited by name, so that nobody sees the address. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['EDITOR', 'COMMENTER', 'VIEWER'] }).notNull(),
    /** The hash of the newest mail's token; null before the first mail. */
    tokenHash: bytea('token_hash').unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED'] })
      .notNull()
      .default('PENDING'),
    expiresAt: time('expires_at').notNull(),
    /** When it was last requested; a repetition soon after sends no second mail. */
    sentAt: time('sent_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    onePeopledSubject('invitations'),
    uniqueIndex('invitations_pending').on(table.reviewId, table.email).where(sql`state = 'PENDING'`),
    uniqueIndex('invitations_pending_workspace')
      .on(table.workspaceId, table.email)
      .where(sql`state = 'PENDING'`),
    index('invitations_review').on(table.reviewId).where(sql`review_id is not null`),
    index('invitations_workspace').on(table.workspaceId).where(sql`workspace_id is not null`),
    index('invitations_inviter').on(table.invitedBy),
    index('invitations_person').on(table.personId),
  ],
)
