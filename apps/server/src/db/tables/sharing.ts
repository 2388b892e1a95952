import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { oneSubject, subject } from './subjects.ts'

/** Ways in for people who are no members. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid().primaryKey(),
    ...subject(),
    /** The first link, which every subject has: the one that it shows itself. Never the plain address. */
    isDefault: boolean('is_default').notNull().default(true),
    name: text().notNull().default('Share link'),
    /** Null of the plain address, of which a review has one. */
    code: text().unique(),
    access: text({ enum: ['NONE', 'VIEW', 'COMMENT', 'EDIT'] })
      .notNull()
      .default('COMMENT'),
    /** What the plain address allows when it is opened again; it is closed by access NONE, as any link. */
    accessWhenOpen: text('access_when_open', { enum: ['VIEW', 'COMMENT'] })
      .notNull()
      .default('COMMENT'),
    /** Goes up with every change that takes something away; what was given out under the link before dies with it. */
    epoch: integer().notNull().default(1),
    accessKeyHash: text('access_key_hash'),
    /** Goes up with whatever ends a key that was right: a new key or code, a closed link, a review made private. */
    keyEpoch: integer('key_epoch').notNull().default(1),
    expiresAt: time('expires_at'),
    allowDownload: boolean('allow_download').notNull().default(true),
    /** Of a delivery: whom it was sent to, in lower case. */
    email: text(),
    /** When a mail with it was asked for last. */
    mailedAt: time('mailed_at'),
    /** Why that mail went nowhere. */
    mailFailure: text('mail_failure', { enum: ['REFUSED', 'UNWANTED'] }),
    /** Of a delivery: visits by it in which something was downloaded to the end. */
    downloadCount: integer('download_count').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    oneSubject('share_links'),
    index('share_links_review').on(table.reviewId),
    uniqueIndex('share_links_default').on(table.reviewId).where(sql`is_default`),
    uniqueIndex('share_links_plain').on(table.reviewId).where(sql`code is null`),
    index('share_links_workspace').on(table.workspaceId).where(sql`workspace_id is not null`),
    uniqueIndex('share_links_delivery_default').on(table.deliveryId).where(sql`is_default`),
    uniqueIndex('share_links_recipient').on(table.deliveryId, table.email),
    index('share_links_email').on(table.email).where(sql`email is not null`),
  ],
)
