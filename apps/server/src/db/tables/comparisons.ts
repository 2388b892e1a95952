import type { Comparison } from '@wingmark/contract/compare'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { blobs, files } from './files.ts'

/** Two versions that were compared; by their bytes, which never change. */
export const comparisons = pgTable(
  'comparisons',
  {
    id: uuid().primaryKey(),
    /** The file whose versions they are; of two files the older one. */
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    olderId: uuid('older_id')
      .notNull()
      .references(() => blobs.id, { onDelete: 'cascade' }),
    newerId: uuid('newer_id')
      .notNull()
      .references(() => blobs.id, { onDelete: 'cascade' }),
    /** Null until the pages of both are paired. */
    pages: jsonb().$type<Comparison['pages']>(),
  },
  (table) => [
    unique('comparisons_pair').on(table.fileId, table.olderId, table.newerId),
    index('comparisons_older').on(table.olderId),
    index('comparisons_newer').on(table.newerId),
  ],
)

export const comparedPages = pgTable(
  'compared_pages',
  {
    comparisonId: uuid('comparison_id')
      .notNull()
      .references(() => comparisons.id, { onDelete: 'cascade' }),
    /** Of the newer version, from 1. */
    page: integer().notNull(),
    /** Null until it is compared. */
    found: jsonb().$type<Pick<Comparison, 'rows' | 'changed' | 'share'>>(),
    /** Why it cannot be compared, in words. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.comparisonId, table.page] })],
)
