import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, searchColumns, time } from './columns.ts'
import { comments, replies } from './comments.ts'
import { messages } from './messages.ts'
import { reviews } from './reviews.ts'
import { guests, users } from './users.ts'

/** Stored bytes; several files can share them. */
export const blobs = pgTable('blobs', {
  id: uuid().primaryKey(),
  /** Names the bytes in storage. */
  storageKey: text('storage_key').notNull().unique(),
  size: bigint({ mode: 'number' }).notNull(),
  sha256: bytea(),
  /** Computed on upload, for zips. */
  crc32: bigint({ mode: 'number' }),
  /** When the stored bytes were found to be damaged; null while they are not. */
  damagedAt: time('damaged_at'),
  mime: text().notNull(),
  kind: text({ enum: ['IMAGE', 'PDF', 'VIDEO', 'OTHER'] }).notNull(),
  state: text({ enum: ['PROCESSING', 'READY', 'FAILED'] })
    .notNull()
    .default('PROCESSING'),
  error: text(),
  width: real(),
  height: real(),
  pages: jsonb().$type<{ width: number; height: number }[]>(),
  animated: boolean().notNull().default(false),
  /** What the file contains but its preview does not show; names of `render-protocol`. */
  unseen: text().array().notNull().default(sql`'{}'`),
  /** Which version of the renderer made it; see `renderingVersion`. */
  drawing: integer().notNull().default(0),
  /** All its tiles are stored; those of a PDF are rendered on demand. */
  tiled: boolean().notNull().default(false),
  /** LOCKED: a PDF that needs its password; OPENED: it was given, and `unlocked` contains the document without it. */
  lock: text({ enum: ['LOCKED', 'OPENED'] }),
  /** For a video that has a frame as its thumbnail. */
  seconds: real(),
  /** Stored renderings of its further pages. */
  derivedBytes: bigint('derived_bytes', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    /** Names the file in URLs; 128 random bits or more. */
    key: text().notNull().unique(),
    blobId: uuid('blob_id')
      .notNull()
      .references(() => blobs.id),
    /** The user whose quota is charged. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** Set when a guest uploaded it to a comment on the owner's review. */
    guestId: uuid('guest_id').references(() => guests.id),
    /** AVATAR: once it is someone's picture. VERSION: one that is not the current version of `stackId`. */
    purpose: text({ enum: ['REVIEW', 'COMMENT', 'TRANSFER', 'AVATAR', 'VERSION'] })
      .notNull()
      .default('REVIEW'),
    name: text().notNull(),
    /** The review that it was uploaded for, or `new`; null: any. */
    target: text(),
    /** IN_TREE: its owner has it in their transfers; IN_BIN: deleted there, no longer charged, and kept for a day. */
    transferState: text('transfer_state', { enum: ['IN_TREE', 'IN_BIN'] }),
    reviewId: uuid('review_id').references(() => reviews.id, { onDelete: 'cascade' }),
    /** Place in the review, from 0. */
    position: integer(),
    /** Set on attachments; `position` is the place in the comment's or reply's list. */
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    replyId: uuid('reply_id').references(() => replies.id, { onDelete: 'set null' }),
    messageId: uuid('message_id').references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    /** The file of the review whose version this row keeps. */
    stackId: uuid('stack_id').references((): AnyPgColumn => files.id, { onDelete: 'set null' }),
    /** The number of the version that this row holds. */
    version: integer().notNull().default(1),
    versionNote: text('version_note').notNull().default(''),
    /** No pins of other versions are carried onto this one. */
    startsFresh: boolean('starts_fresh').notNull().default(false),
    /** Of the whole stack; only on the file of the review. */
    versionCount: integer('version_count').notNull().default(1),
    lastVersion: integer('last_version').notNull().default(1),
    /** Of a removed version that was the current one: which one took its place. */
    gaveWayTo: integer('gave_way_to'),
    commentCount: integer('comment_count').notNull().default(0),
    openCount: integer('open_count').notNull().default(0),
    /** The number of the latest comment with a marker. */
    lastNumber: integer('last_number').notNull().default(0),
    /** When the newest of its comments and replies was written. */
    lastSaidAt: time('last_said_at'),
    createdAt: createdAt(),
    ...searchColumns('name'),
  },
  (table) => [
    index('files_blob').on(table.blobId),
    index('files_search').using('gin', table.search),
    index('files_words').using('gin', table.searchWords).where(sql`search_words is not null`),
    index('files_owner').on(table.ownerId),
    // Before a guest adds a file, the total size of guests' files is summed.
    index('files_of_guests').on(table.ownerId).where(sql`${table.guestId} is not null`),
    index('files_unsent')
      .on(table.createdAt)
      .where(
        sql`${table.purpose} = 'COMMENT' and ${table.commentId} is null and ${table.replyId} is null and ${table.messageId} is null`,
      ),
    index('files_untransferred')
      .on(table.createdAt)
      .where(sql`${table.purpose} = 'TRANSFER' and ${table.transferState} is null`),
    index('files_review').on(table.reviewId, table.position),
    index('files_comment').on(table.commentId),
    index('files_reply').on(table.replyId),
    index('files_stack').on(table.stackId, table.version).where(sql`stack_id is not null`),
    index('files_message').on(table.messageId).where(sql`message_id is not null`),
  ],
)

/** Uploads by tus, until a day after they arrive; their bytes are in storage under this id. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    /** The user whose quota will be charged. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Set when a guest sends it; otherwise the owner does. */
    guestId: uuid('guest_id').references(() => guests.id, { onDelete: 'cascade' }),
    /** A mark of the network that a guest uploads from. */
    network: text(),
    size: bigint({ mode: 'number' }).notNull(),
    /** As the client sent it. */
    metadata: text().notNull(),
    idempotencyKey: text('idempotency_key'),
    /** The finished file. */
    fileId: uuid('file_id'),
    createdAt: createdAt(),
    /** The last request about it. */
    touchedAt: time('touched_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_unfinished').on(table.ownerId).where(sql`${table.fileId} is null`),
    index('uploads_file').on(table.fileId),
    index('uploads_touched').on(table.touchedAt),
  ],
)
