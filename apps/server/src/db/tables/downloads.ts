import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { deliveries } from './deliveries.ts'
import { shareLinks } from './sharing.ts'
import { guests, users } from './users.ts'

/** Claims: what someone downloads of a delivery. A visitor's claims by one link within a day count once if finished. */
export const downloads = pgTable(
  'downloads',
  {
    id: uuid().primaryKey(),
    /** The delivery's owner. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deliveryId: uuid('delivery_id').references(() => deliveries.id, { onDelete: 'cascade' }),
    linkId: uuid('link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
    /** The downloader, if signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The downloader, if a guest. */
    guestId: uuid('guest_id').references(() => guests.id, { onDelete: 'set null' }),
    /** The first claim of the visit; null: this one. */
    visitId: uuid('visit_id'),
    /** For someone without a name: a mark of their network, which means nothing after two days. */
    visitor: text().notNull().default(''),
    /** The transfers. */
    items: uuid().array().notNull(),
    /** In words. */
    what: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    startedAt: time('started_at').notNull().defaultNow(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('downloads_delivery').on(table.deliveryId, table.startedAt),
    index('downloads_link').on(table.linkId),
    index('downloads_owner').on(table.ownerId),
    index('downloads_user').on(table.userId),
    index('downloads_guest').on(table.guestId).where(sql`guest_id is not null`),
  ],
)
