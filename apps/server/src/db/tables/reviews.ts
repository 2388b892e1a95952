import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, updatedAt } from './columns.ts'
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
    /** Goes up with every change that takes access away; older share tokens and file URLs die with it. */
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

export const shareLinks = pgTable('share_links', {
  id: uuid().primaryKey(),
  reviewId: uuid('review_id')
    .notNull()
    .unique()
    .references(() => reviews.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
  access: text({ enum: ['NONE', 'VIEW', 'COMMENT', 'EDIT'] })
    .notNull()
    .default('COMMENT'),
  accessKeyHash: text('access_key_hash'),
  expiresAt: time('expires_at'),
  allowDownload: boolean('allow_download').notNull().default(true),
  createdAt: createdAt(),
})

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
