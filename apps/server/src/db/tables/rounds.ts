import type { Question } from '@wingmark/contract/rounds'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { reviews } from './reviews.ts'
import { guests, users } from './users.ts'

const decisionKinds = ['APPROVED', 'APPROVED_WITH_CHANGES', 'CHANGES_REQUESTED'] as const

/** People are asked to decide about files of a review until a time. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    state: text({ enum: ['DRAFT', 'OPEN', 'CLOSED'] }).notNull(),
    endsAt: time('ends_at').notNull(),
    timeZone: text('time_zone').notNull(),
    message: text().notNull(),
    /** With those that are added later. */
    ofAllFiles: boolean('of_all_files').notNull(),
    ruleKind: text('rule_kind', { enum: ['ALL', 'AT_LEAST', 'NAMED'] }).notNull(),
    ruleCount: integer('rule_count').notNull(),
    questions: jsonb().$type<Question[]>().notNull(),
    closesAtEnd: boolean('closes_at_end').notNull(),
    independent: boolean().notNull(),
    verifiedOnly: boolean('verified_only').notNull(),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    /** Once the account is gone. */
    startedByName: text('started_by_name').notNull().default(''),
    openedAt: time('opened_at'),
    closedAt: time('closed_at'),
    reason: text().notNull().default(''),
    /** When these reminders went out: at half time, a day and an hour before the end. */
    remindedHalfAt: time('reminded_half_at'),
    remindedDayAt: time('reminded_day_at'),
    remindedHourAt: time('reminded_hour_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('rounds_review').on(table.reviewId, table.number),
    uniqueIndex('rounds_open').on(table.reviewId).where(sql`state = 'OPEN'`),
    index('rounds_starter').on(table.startedBy),
  ],
)

/** The chosen files of a round, and of a closed one all that were in it then, as they were. */
export const roundFiles = pgTable(
  'round_files',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => rounds.id, { onDelete: 'cascade' }),
    /** May be gone. */
    fileId: uuid('file_id').notNull(),
    position: integer().notNull(),
    /** Since the round is closed; null for a file that had left it. */
    name: text(),
    version: integer(),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.fileId] })],
)

/** Who was asked by name, and who else decided. */
export const roundPeople = pgTable(
  'round_people',
  {
    id: uuid().primaryKey(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => rounds.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    guestId: uuid('guest_id').references(() => guests.id, { onDelete: 'set null' }),
    /** Of someone named by address; lower case. */
    email: text(),
    /** Once the account is gone. */
    name: text().notNull().default(''),
    isAsked: boolean('is_asked').notNull(),
    /** The rule waits for them. */
    isNeeded: boolean('is_needed').notNull(),
    /** When they were taken out of the round. */
    goneAt: time('gone_at'),
    /** When the round was closed, nobody waited for them any more. */
    wasGone: boolean('was_gone').notNull().default(false),
    /** They want no more emails about the round. */
    quietSince: time('quiet_since'),
    /** Their account was deleted. */
    isFormer: boolean('is_former').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('round_people_user').on(table.roundId, table.userId),
    uniqueIndex('round_people_guest').on(table.roundId, table.guestId),
    uniqueIndex('round_people_email').on(table.roundId, table.email),
    index('round_people_of_user').on(table.userId),
    index('round_people_of_guest').on(table.guestId),
  ],
)

const byPerson = () => ({
  roundId: uuid('round_id')
    .notNull()
    .references(() => rounds.id, { onDelete: 'cascade' }),
  personId: uuid('person_id')
    .notNull()
    .references(() => roundPeople.id, { onDelete: 'cascade' }),
  /** False once the same person changed it. */
  isLast: boolean('is_last').notNull().default(true),
  createdAt: createdAt(),
})

/** Decisions about versions of files, with every change. */
export const roundDecisions = pgTable(
  'round_decisions',
  {
    id: uuid().primaryKey(),
    ...byPerson(),
    /** May be gone. */
    fileId: uuid('file_id').notNull(),
    fileName: text('file_name').notNull(),
    version: integer().notNull(),
    /** Of the version's bytes. */
    sha256: bytea(),
    decision: text({ enum: decisionKinds }).notNull(),
    note: text().notNull(),
  },
  (table) => [
    index('round_decisions_round').on(table.roundId, table.id),
    index('round_decisions_person').on(table.personId),
    uniqueIndex('round_decisions_last').on(table.personId, table.fileId).where(sql`is_last`),
  ],
)

export const roundAnswers = pgTable(
  'round_answers',
  {
    id: uuid().primaryKey(),
    ...byPerson(),
    /** One of the round's `questions`. */
    questionId: uuid('question_id').notNull(),
    answer: text().notNull(),
  },
  (table) => [
    index('round_answers_round').on(table.roundId),
    index('round_answers_person').on(table.personId),
    uniqueIndex('round_answers_last').on(table.personId, table.questionId).where(sql`is_last`),
  ],
)

/** Addresses that people without an account verify, for rounds that demand it. */
export const roundVerifications = pgTable(
  'round_verifications',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => rounds.id, { onDelete: 'cascade' }),
    guestId: uuid('guest_id')
      .notNull()
      .references(() => guests.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text().notNull(),
    codeHash: text('code_hash'),
    /** Attempts on the code. */
    tries: integer().notNull().default(0),
    expiresAt: time('expires_at'),
    verifiedAt: time('verified_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.guestId] }),
    index('round_verifications_guest').on(table.guestId),
  ],
)
