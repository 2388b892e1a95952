import type { AlignmentPairs } from '@wingmark/contract/carry'
import type { Marker } from '@wingmark/contract/comments'
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { comments } from './comments.ts'
import { files } from './files.ts'
import { users } from './users.ts'

const byUser = () => uuid('user_id').references(() => users.id, { onDelete: 'set null' })

/** Where a comment stands on another version. A person's row counts before an alignment's, and that before a machine's. */
export const carries = pgTable(
  'carries',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    madeBy: text('made_by', { enum: ['MACHINE', 'ALIGNMENT', 'PERSON'] }).notNull(),
    outcome: text({ enum: ['UNCHANGED', 'MOVED', 'CHANGED', 'NOT_FOUND'] }).notNull(),
    isSure: boolean('is_sure').notNull(),
    /** Null where it was not found. */
    marker: json().$type<Marker>(),
    /** Where it was carried from. */
    fromVersion: integer('from_version').notNull(),
    fromMarker: json('from_marker').$type<Marker>().notNull(),
    /** The place that it was carried from was certain, too. */
    isFromSure: boolean('is_from_sure').notNull(),
    /** Its number; null for a person's. */
    algorithm: integer(),
    userId: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.version, table.madeBy] }),
    index('carries_user').on(table.userId),
  ],
)

/** What a person decided about a comment on a version. */
export const fixes = pgTable(
  'fixes',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    result: text({ enum: ['ACCEPTED', 'REOPENED'] }).notNull(),
    userId: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.version] }),
    index('fixes_user').on(table.userId),
  ],
)

const ofFile = () => ({
  /** The file of the review, with all its versions. */
  fileId: uuid('file_id')
    .notNull()
    .references(() => files.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
})

/** Two pairs of places by which a person moved the unsure pins of a page. */
export const alignments = pgTable(
  'alignments',
  {
    ...ofFile(),
    page: integer().notNull(),
    pairs: jsonb().$type<AlignmentPairs>().notNull(),
    userId: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.version, table.page] }),
    index('alignments_user').on(table.userId),
  ],
)

/** How far carrying onto a version is. */
export const carryRuns = pgTable(
  'carry_runs',
  {
    ...ofFile(),
    state: text({ enum: ['CARRYING', 'READY', 'FAILED'] }).notNull(),
    /** Why some pins could not be carried, in words. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.version] })],
)
