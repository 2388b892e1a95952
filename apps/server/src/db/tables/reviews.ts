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
    /** Increases when fewer people may see the review; everything issued under a link before becomes invalid. */
    accessEpoch: integer('access_epoch').notNull().default(1),
    /** One of its files; the first one represents the review where this is null or gone. */
    coverId: uuid('cover_id'),
    fileCount: integer('file_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    openCount: integer('open_count').notNull().default(0),
    /** While set, only the owner has access: see `users/unverified-work`. */
    restsSince: time('rests_since'),
    /** While set, nobody has access: the review can be restored for a day, then it is deleted for good. */
    deletedAt: time('deleted_at'),
    /** Set on the deleted holder of a removed file and its comments; the holder has the file's id. */
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

/** Reviews that someone archived. */
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

/** People who ask for access to a review. */
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
