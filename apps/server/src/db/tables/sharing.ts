import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { onePeopledSubject, oneSubject, peopledSubject, subject } from './subjects.ts'
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

/** Ways in for people who are no members. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid().primaryKey(),
    ...subject(),
    /** The first link, which every subject has: the one that it shows itself. Never the plain address. */
    isDefault: boolean('is_default').notNull().default(true),
    name: text().notNull().default('Share link'),
    /** Null of the plain address, of which a review has one. */
    code: text().unique(),
    access: text({ enum: ['NONE', 'VIEW', 'COMMENT', 'EDIT'] })
      .notNull()
      .default('COMMENT'),
    /** What the plain address allows when it is opened again; it is closed by access NONE, as any link. */
    accessWhenOpen: text('access_when_open', { enum: ['VIEW', 'COMMENT'] })
      .notNull()
      .default('COMMENT'),
    /** Goes up with every change that takes something away; what was given out under the link before dies with it. */
    epoch: integer().notNull().default(1),
    accessKeyHash: text('access_key_hash'),
    expiresAt: time('expires_at'),
    allowDownload: boolean('allow_download').notNull().default(true),
    /** Of a delivery: whom it was sent to, in lower case. */
    email: text(),
    /** When a mail with it was asked for last. */
    mailedAt: time('mailed_at'),
    /** Of a delivery: downloads that were finished. */
    downloadCount: integer('download_count').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    oneSubject('share_links'),
    index('share_links_review').on(table.reviewId),
    uniqueIndex('share_links_default').on(table.reviewId).where(sql`is_default`),
    uniqueIndex('share_links_plain').on(table.reviewId).where(sql`code is null`),
    uniqueIndex('share_links_delivery_default').on(table.deliveryId).where(sql`is_default`),
    uniqueIndex('share_links_recipient').on(table.deliveryId, table.email),
    index('share_links_email').on(table.email).where(sql`email is not null`),
  ],
)

export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    ...peopledSubject(),
    /** Lower case. */
    email: text().notNull(),
    role: text({ enum: ['EDITOR', 'COMMENTER', 'VIEWER'] }).notNull(),
    /** Of the newest mail's token; null until one was written. */
    tokenHash: bytea('token_hash').unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED'] })
      .notNull()
      .default('PENDING'),
    expiresAt: time('expires_at').notNull(),
    /** When it was asked for last; a repetition soon after sends no second mail. */
    sentAt: time('sent_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    onePeopledSubject('invitations'),
    uniqueIndex('invitations_pending').on(table.reviewId, table.email).where(sql`state = 'PENDING'`),
    uniqueIndex('invitations_pending_workspace')
      .on(table.workspaceId, table.email)
      .where(sql`state = 'PENDING'`),
    index('invitations_inviter').on(table.invitedBy),
  ],
)
