import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { deliveries } from './deliveries.ts'
import { shareLinks } from './sharing.ts'
import { users } from './users.ts'

/** Claims: each is one download of a delivery, whichever way its bytes go. Not finished within a day, it counts no more. */
export const downloads = pgTable(
  'downloads',
  {
    id: uuid().primaryKey(),
    /** Of the delivery. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deliveryId: uuid('delivery_id').references(() => deliveries.id, { onDelete: 'cascade' }),
    linkId: uuid('link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
    /** Who downloads, where they are signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
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
  ],
)
