import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, searchColumns, time, updatedAt } from './columns.ts'
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
    commentsUntil: date('comments_until', { mode: 'string' }),
    visibility: text({ enum: ['PRIVATE', 'UNLISTED', 'PUBLIC'] })
      .notNull()
      .default('UNLISTED'),
    /** Goes up when the review is shown to fewer people; what was given out under any link before dies with it. */
    accessEpoch: integer('access_epoch').notNull().default(1),
    /** A file of it; the first one stands for the review where this is null or gone. */
    coverId: uuid('cover_id'),
    fileCount: integer('file_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    openCount: integer('open_count').notNull().default(0),
    /** While it is set nobody but the owner gets in: see `users/earlier`. */
    restsSince: time('rests_since'),
    /** While it is set nobody gets in: it can be brought back for a day, then it goes for good. */
    deletedAt: time('deleted_at'),
    /** Set on what holds a file that was removed from a review, with its comments: it has the file's id, no links, and is deleted. */
    removedFrom: uuid('removed_from').references((): AnyPgColumn => reviews.id, { onDelete: 'cascade' }),
    /** Its owner lets AI read the comments. */
    aiMayRead: boolean('ai_may_read').notNull().default(false),
    /** The first eight who wrote in it; their place is their colour. */
    writers: uuid().array().notNull().default([]),
    /** Number of the newest live event. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ...searchColumns(`name || ' ' || description`),
  },
  (table) => [
    index('reviews_owner').on(table.ownerId, table.updatedAt),
    index('reviews_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('reviews_removed_from').on(table.removedFrom).where(sql`removed_from is not null`),
    index('reviews_search').using('gin', table.search),
    index('reviews_words').using('gin', table.searchWords).where(sql`search_words is not null`),
    index('reviews_public').on(table.visibility, table.updatedAt),
    index('reviews_public_of').on(table.ownerId, table.updatedAt).where(sql`visibility = 'PUBLIC'`),
  ],
)

/** Reviews that somebody put out of their own list. */
export const reviewArchives = pgTable(
  'review_archives',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.reviewId] }),
    index('review_archives_review').on(table.reviewId),
  ],
)

/** Who asks to be let into a review. */
export const accessRequests = pgTable(
  'access_requests',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.userId] }),
    index('access_requests_user').on(table.userId),
  ],
)
