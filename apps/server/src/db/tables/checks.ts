import type { CheckRule, CheckRun, Region } from '@wingmark/contract/checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { comments } from './comments.ts'
import { files } from './files.ts'
import { reviews } from './reviews.ts'
import { users } from './users.ts'

/** What the designs of a review are for; null is guessed from each file's size. */
export const checkBriefs = pgTable('check_briefs', {
  reviewId: uuid('review_id')
    .primaryKey()
    .references(() => reviews.id, { onDelete: 'cascade' }),
  medium: text({ enum: ['SCREEN', 'PRINT'] }),
  scale: integer(),
  width: integer(),
  height: integer(),
  strictness: text({ enum: ['AA', 'AAA'] })
    .notNull()
    .default('AA'),
  languages: text().array().notNull().default([]),
  checksUploads: boolean('checks_uploads').notNull().default(false),
})

export const checkRuns = pgTable(
  'check_runs',
  {
    id: uuid().primaryKey(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text({ enum: ['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED'] })
      .notNull()
      .default('QUEUED'),
    pagesDone: integer('pages_done').notNull().default(0),
    pages: integer().notNull(),
    rules: text().array().$type<CheckRule[]>().notNull(),
    notRun: jsonb('not_run').$type<CheckRun['notRun']>().notNull().default([]),
    takenFor: jsonb('taken_for').$type<CheckRun['takenFor']>(),
    more: integer().notNull().default(0),
    error: text(),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('check_runs_file').on(table.fileId, table.id),
    index('check_runs_user').on(table.userId),
    uniqueIndex('check_runs_active').on(table.fileId).where(sql`${table.state} in ('QUEUED', 'RUNNING')`),
  ],
)

export const checkFindings = pgTable(
  'check_findings',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => checkRuns.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    rule: text().$type<CheckRule>().notNull(),
    severity: text({ enum: ['HIGH', 'MEDIUM', 'LOW'] }).notNull(),
    page: integer().notNull(),
    region: jsonb().$type<Region>(),
    words: text(),
    /** The single word of a spelling finding. */
    word: text(),
    says: text().notNull(),
    proposal: text().notNull(),
    swatches: text().array().notNull(),
    maybe: boolean().notNull(),
    /** Equal for the same finding on a later run or another file. */
    fingerprint: text().notNull(),
    state: text({ enum: ['OPEN', 'PUBLISHED', 'DISMISSED'] })
      .notNull()
      .default('OPEN'),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('check_findings_run').on(table.runId, table.id),
    index('check_findings_file').on(table.fileId),
    index('check_findings_comment').on(table.commentId).where(sql`comment_id is not null`),
  ],
)

/** Findings that someone does not want to see again in a review. */
export const checkDismissals = pgTable(
  'check_dismissals',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    fingerprint: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.fingerprint] })],
)

/** Words that are correct for someone, in lower case. */
export const checkWords = pgTable(
  'check_words',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    word: text().notNull(),
  },
  (table) => [unique('check_words_user').on(table.userId, table.word)],
)
