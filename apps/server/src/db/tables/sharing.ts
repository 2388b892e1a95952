import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { oneSubject, subject } from './subjects.ts'

/** Ways in for people who are not members. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: uuid().primaryKey(),
    ...subject(),
    /** The first link, which every subject has and shows. Never the plain address. */
    isDefault: boolean('is_default').notNull().default(true),
    name: text().notNull().default('Share link'),
    /** Null for the plain address, of which a review has one. */
    code: text().unique(),
    access: text({ enum: ['NONE', 'VIEW', 'COMMENT', 'EDIT'] })
      .notNull()
      .default('COMMENT'),
    /** What the plain address allows when it is reopened; access NONE closes it, as any link. */
    accessWhenOpen: text('access_when_open', { enum: ['VIEW', 'COMMENT'] })
      .notNull()
      .default('COMMENT'),
    /** Increases with every change that reduces access; everything issued under the link before becomes invalid. */
    epoch: integer().notNull().default(1),
    accessKeyHash: text('access_key_hash'),
    /** Increases when a valid access key ends: another key or code, a closed link, a review made private. */
    keyEpoch: integer('key_epoch').notNull().default(1),
    expiresAt: time('expires_at'),
    allowDownload: boolean('allow_download').notNull().default(true),
    /** Hides earlier versions of the files, and what was said about them. */
    onlyCurrent: boolean('only_current').notNull().default(false),
    /** Its holders may decide in rounds without named reviewers, if it lets them comment. */
    allowDecide: boolean('allow_decide').notNull().default(false),
    /** For a delivery: the recipient's address, in lower case. */
    email: text(),
    /** When a mail with it was last requested. */
    mailedAt: time('mailed_at'),
    /** Why that mail failed. */
    mailFailure: text('mail_failure', { enum: ['REFUSED', 'UNWANTED'] }),
    /** For a delivery: visits by this link in which something was downloaded completely. */
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
