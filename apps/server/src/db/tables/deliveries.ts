import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, time } from './columns.ts'
import { transfers } from './transfers.ts'
import { users } from './users.ts'

/** What somebody sent: a page behind links, over some of their transfers. End and password are the links'. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    message: text().notNull(),
    /** By each recipient's own link, and by all other links together; null: as often as anybody likes. */
    maxDownloads: integer('max_downloads'),
    allowPreview: boolean('allow_preview').notNull(),
    tellOnDownload: boolean('tell_on_download').notNull(),
    remind: boolean().notNull(),
    deleteAfter: boolean('delete_after').notNull(),
    /** Nothing more is to come. */
    isComplete: boolean('is_complete').notNull(),
    /** Files that there will be once it is complete. */
    expectedCount: integer('expected_count'),
    /** Of these, how many were said to be up, also before they can be downloaded. */
    arrivedCount: integer('arrived_count'),
    /** Visits in which something was downloaded to the end. */
    downloadCount: integer('download_count').notNull().default(0),
    /** When its sender was told that nobody has downloaded it. */
    remindedAt: time('reminded_at'),
    /** When its sender was told that the files will be deleted. */
    warnedAt: time('warned_at'),
    /** When its files were deleted. */
    emptiedAt: time('emptied_at'),
    /** Goes up with what is taken away; what was given out under any link before dies with it. */
    accessEpoch: integer('access_epoch').notNull().default(1),
    /** Number of the newest live event. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    /** Shows itself to its sender alone, until they have said what becomes of it. */
    restsSince: time('rests_since'),
    createdAt: createdAt(),
  },
  (table) => [index('deliveries_owner').on(table.ownerId, table.id)],
)

/** What was chosen, in order; what lies in a folder is in it with the folder. */
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

/** Addresses that want no mails about what is sent to them; by their sum, so that they are not kept. */
export const deliveryRefusals = pgTable('delivery_refusals', {
  address: bytea().primaryKey(),
  createdAt: createdAt(),
})
