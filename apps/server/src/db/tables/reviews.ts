import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, time, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    visibility: text({ enum: ['PRIVATE', 'UNLISTED', 'PUBLIC'] })
      .notNull()
      .default('UNLISTED'),
    /** Goes up when the review is shown to fewer people; what was given out under any link before dies with it. */
    accessEpoch: integer('access_epoch').notNull().default(1),
    fileCount: integer('file_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    openCount: integer('open_count').notNull().default(0),
    /** Number of the newest live event. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('reviews_owner').on(table.ownerId, table.updatedAt),
    index('reviews_public').on(table.visibility, table.updatedAt),
  ],
)

export const reviewMembers = pgTable(
  'review_members',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['EDITOR', 'COMMENTER', 'VIEWER'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.userId] }),
    index('review_members_user').on(table.userId),
  ],
)

/** Ways into a review for people who are no members. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** The first link, which every review has: the one that the review itself shows. */
    isDefault: boolean('is_default').notNull().default(true),
    name: text().notNull().default('Share link'),
    code: text().notNull().unique(),
    access: text({ enum: ['NONE', 'VIEW', 'COMMENT', 'EDIT'] })
      .notNull()
      .default('COMMENT'),
    /** Goes up with every change that takes something away; what was given out under the link before dies with it. */
    epoch: integer().notNull().default(1),
    accessKeyHash: text('access_key_hash'),
    expiresAt: time('expires_at'),
    allowDownload: boolean('allow_download').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    index('share_links_review').on(table.reviewId),
    uniqueIndex('share_links_default').on(table.reviewId).where(sql`is_default`),
  ],
)

export const reviewInvitations = pgTable(
  'review_invitations',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
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
    uniqueIndex('review_invitations_pending').on(table.reviewId, table.email).where(sql`state = 'PENDING'`),
    index('review_invitations_inviter').on(table.invitedBy),
  ],
)

/** What the owner can look up later: who came, who took something along, what was changed in who may. */
export const reviewActivity = pgTable(
  'review_activity',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    action: text().notNull(),
    /** Who did it; the name as it was then, null for a visitor. */
    actorId: uuid('actor_id'),
    actorKind: text('actor_kind', { enum: ['USER', 'GUEST', 'VISITOR'] }).notNull(),
    actorName: text('actor_name'),
    /** The link that they came by, or that was changed. */
    linkId: uuid('link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
    linkName: text('link_name'),
    /** Whom or what it was done to, in words. */
    subject: text(),
    before: text(),
    after: text(),
    /** Names what is recorded once only: the viewer, the day, the file. */
    onceKey: text('once_key'),
    createdAt: createdAt(),
  },
  (table) => [
    index('review_activity_review').on(table.reviewId, table.id),
    index('review_activity_link').on(table.linkId, table.id),
    uniqueIndex('review_activity_once').on(table.reviewId, table.onceKey),
  ],
)

/** What happened on a review, in order, so that a live stream can resume; swept after some days. */
export const reviewEvents = pgTable(
  'review_events',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    event: text().notNull(),
    /** Of the comment, reply or file that it is about. */
    subjectId: uuid('subject_id').notNull(),
    /** The comment's file, or the reply's comment, for events about things that are gone. */
    parentId: uuid('parent_id'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.seq] })],
)
