import { type Marker, reactionKinds } from '@wingmark/contract/comments'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  json,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, searchColumns, time, updatedAt } from './columns.ts'
import { files } from './files.ts'
import { reviews } from './reviews.ts'
import { shareLinks } from './sharing.ts'
import { guests, users } from './users.ts'

const author = () => ({
  userId: uuid('user_id').references(() => users.id),
  guestId: uuid('guest_id').references(() => guests.id),
  /** The link that the writer came by. */
  linkId: uuid('link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
})

/** Counts every change; 0: nobody has reacted. */
const reactionSeq = () => integer('reaction_seq').notNull().default(0)

export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references((): AnyPgColumn => files.id, { onDelete: 'cascade' }),
    number: integer(),
    /** The version of the file that it was made on. */
    version: integer().notNull().default(1),
    type: text({ enum: ['MARKED', 'GENERAL'] }).notNull(),
    /** Only ever read whole, so stored as it came. */
    marker: json().$type<Marker>(),
    message: text().notNull(),
    mentions: uuid().array().notNull().default([]),
    /** The names of the mentioned people at that time. */
    mentionNames: text('mention_names').array().notNull().default([]),
    ...author(),
    status: text({ enum: ['OPEN', 'RESOLVED'] })
      .notNull()
      .default('OPEN'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    /** The number of the task whose completion resolved it. */
    resolvedTask: integer('resolved_task'),
    /** The version that it was accepted as fixed in. */
    resolvedVersion: integer('resolved_version'),
    /** Published from a finding of a check. */
    fromCheck: boolean('from_check').notNull().default(false),
    replyCount: integer('reply_count').notNull().default(0),
    reactionSeq: reactionSeq(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: time('edited_at'),
    deletedAt: time('deleted_at'),
    ...searchColumns('message'),
  },
  (table) => [
    index('comments_file').on(table.fileId, table.id),
    index('comments_search').using('gin', table.search),
    index('comments_words').using('gin', table.searchWords).where(sql`search_words is not null`),
    index('comments_review').on(table.reviewId, table.id),
    index('comments_guest').on(table.guestId),
    index('comments_user').on(table.userId),
    index('comments_link').on(table.linkId, table.id).where(sql`link_id is not null`),
  ],
)

export const replies = pgTable(
  'replies',
  {
    id: uuid().primaryKey(),
    commentId: uuid('comment_id')
      .notNull()
      .references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    mentions: uuid().array().notNull().default([]),
    /** The names of the mentioned people at that time. */
    mentionNames: text('mention_names').array().notNull().default([]),
    ...author(),
    reactionSeq: reactionSeq(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: time('edited_at'),
    ...searchColumns('message'),
  },
  (table) => [
    index('replies_search').using('gin', table.search),
    index('replies_words').using('gin', table.searchWords).where(sql`search_words is not null`),
    index('replies_comment').on(table.commentId, table.id),
    index('replies_guest').on(table.guestId),
    index('replies_user').on(table.userId),
    index('replies_link').on(table.linkId, table.id).where(sql`link_id is not null`),
  ],
)

/** Of a comment, or of a reply to it. */
export const reactions = pgTable(
  'reactions',
  {
    id: uuid().primaryKey(),
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    replyId: uuid('reply_id').references(() => replies.id, { onDelete: 'cascade' }),
    kind: text({ enum: reactionKinds }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestId: uuid('guest_id').references(() => guests.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('reactions_once')
      .on(table.commentId, table.replyId, table.kind, table.userId, table.guestId)
      .nullsNotDistinct(),
    index('reactions_reply').on(table.replyId),
    index('reactions_user').on(table.userId),
    index('reactions_guest').on(table.guestId),
  ],
)
