import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, searchColumns, time, updatedAt } from './columns.ts'
import { files } from './files.ts'
import { users } from './users.ts'

/** A file or folder in someone's own tree. */
export const transfers = pgTable(
  'transfers',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: ['FILE', 'FOLDER'] }).notNull(),
    name: text().notNull(),
    /** Null: in the root. */
    parentId: uuid('parent_id').references((): AnyPgColumn => transfers.id, { onDelete: 'set null' }),
    fileId: uuid('file_id')
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** The file's bytes, which never change; 0 for a folder. */
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** Direct children that are not deleted; for a deleted folder, those deleted with it. */
    itemCount: integer('item_count').notNull().default(0),
    /** Shared by everything that was deleted together. */
    deletionId: uuid('deletion_id'),
    deletedAt: time('deleted_at'),
    /** The folder that was extracted and contained this, while it stays where extracting put it. */
    extractedFrom: uuid('extracted_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ...searchColumns('name'),
  },
  (table) => [
    // One index for the root: PostgreSQL would sort the rows found by `is null` again.
    index('transfers_root')
      .on(table.ownerId, table.type, table.id)
      .where(sql`deleted_at is null and parent_id is null`),
    index('transfers_folder')
      .on(table.ownerId, table.parentId, table.type, table.id)
      .where(sql`deleted_at is null`),
    index('transfers_search').using('gin', table.search).where(sql`deleted_at is null`),
    index('transfers_words')
      .using('gin', table.searchWords)
      .where(sql`deleted_at is null and search_words is not null`),
    index('transfers_parent').on(table.parentId),
    index('transfers_deleted').on(table.deletedAt),
  ],
)
