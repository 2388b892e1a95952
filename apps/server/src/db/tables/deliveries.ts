import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { transfers } from './transfers.ts'
import { users } from './users.ts'

/** A page behind links, with some of the sender's transfers. Expiry and password belong to the links. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    message: text().notNull(),
    /** For each recipient's own link, and for all other links together; null: no limit. */
    maxDownloads: integer('max_downloads'),
    allowPreview: boolean('allow_preview').notNull(),
    tellOnDownload: boolean('tell_on_download').notNull(),
    remind: boolean().notNull(),
    deleteAfter: boolean('delete_after').notNull(),
    /** Nothing more is to come. */
    isComplete: boolean('is_complete').notNull(),
    /** Number of files once it is complete. */
    expectedCount: integer('expected_count'),
    /** How many of these were reported as uploaded, even if they cannot be downloaded yet. */
    arrivedCount: integer('arrived_count'),
    /** Visits in which something was downloaded completely. */
    downloadCount: integer('download_count').notNull().default(0),
    /** When its sender was notified that nobody has downloaded it. */
    remindedAt: time('reminded_at'),
    /** When its sender was notified that the files will be deleted. */
    warnedAt: time('warned_at'),
    /** When its files were deleted. */
    emptiedAt: time('emptied_at'),
    /** Increases whenever access is reduced; everything issued under a link before becomes invalid. */
    accessEpoch: integer('access_epoch').notNull().default(1),
    /** Number of the newest live event. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    /** Visible to its sender alone, until they have decided on unverified work. */
    restsSince: time('rests_since'),
    createdAt: createdAt(),
  },
  (table) => [index('deliveries_owner').on(table.ownerId, table.id)],
)

/** The chosen items, in order; a folder includes its contents. */
export const deliveryItems = pgTable(
  'delivery_items',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.transferId] }),
    index('delivery_items_transfer').on(table.transferId),
  ],
)

/** Hashes of addresses that want no mails about received files. */
export const deliveryRefusals = pgTable('delivery_refusals', {
  address: bytea().primaryKey(),
  createdAt: createdAt(),
})
