import type { AiPoint } from '@wingmark/contract/ai'
import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { files } from './files.ts'
import { reviews } from './reviews.ts'
import { users } from './users.ts'

type KeptPoint = { text: AiPoint['text']; comments: string[] }

/** The newest summary and change list of each asker and scope. */
export const aiReadings = pgTable(
  'ai_readings',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** Null: all files. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
    status: text({ enum: ['OPEN', 'RESOLVED'] }),
    kind: text({ enum: ['SUMMARY', 'CHANGES'] }).notNull(),
    points: jsonb().$type<KeptPoint[]>().notNull(),
    disagreements: jsonb().$type<KeptPoint[]>().notNull(),
    questions: jsonb().$type<KeptPoint[]>().notNull(),
    commentsRead: integer('comments_read').notNull(),
    commentsLeftOut: integer('comments_left_out').notNull(),
    commentsCut: integer('comments_cut').notNull().default(0),
    /** Replies of the comments read, omitted ones as well: if there are fewer now, some were deleted. */
    repliesRead: integer('replies_read').notNull(),
    characters: integer().notNull(),
    isCut: boolean('is_cut').notNull(),
    /** When its comments were read. */
    readAt: time('read_at').notNull(),
  },
  (table) => [
    unique('ai_readings_scope')
      .on(table.userId, table.reviewId, table.fileId, table.status, table.kind)
      .nullsNotDistinct(),
    index('ai_readings_review').on(table.reviewId),
    index('ai_readings_file').on(table.fileId),
  ],
)

/** What was generated for an idempotency key, until it was surely received: a repeated call gets the same. */
export const aiAnswers = pgTable(
  'ai_answers',
  {
    /** The id that belongs to the key. */
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    answer: jsonb().$type<object>().notNull(),
    givenAt: time('given_at').notNull().defaultNow(),
  },
  (table) => [index('ai_answers_user').on(table.userId), index('ai_answers_given').on(table.givenAt)],
)
