import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, searchColumns, time } from './columns.ts'
import { users } from './users.ts'

/** Two people, each pair once; null: deleted account. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    lowId: uuid('low_id').references(() => users.id, { onDelete: 'set null' }),
    highId: uuid('high_id').references(() => users.id, { onDelete: 'set null' }),
    /** Number of the newest message. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** Who waits for an answer to a first message. */
    requestBy: uuid('request_by').references(() => users.id, { onDelete: 'set null' }),
    /** A request was answered or accepted: both may write, connected or not. */
    isOpen: boolean('is_open').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('conversations_pair').on(table.lowId, table.highId),
    check('conversations_order', sql`low_id < high_id`),
    index('conversations_high').on(table.highId),
    index('conversations_request').on(table.requestBy).where(sql`request_by is not null`),
  ],
)

/** One person's side of a conversation. */
export const conversationSides = pgTable(
  'conversation_sides',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    box: text({ enum: ['INBOX', 'REQUESTS'] }).notNull(),
    /** For the order of the list. */
    lastMessageId: uuid('last_message_id').notNull(),
    lastSeq: integer('last_seq').notNull(),
    readSeq: integer('read_seq').notNull(),
    /** Unread messages up to this one were passed to a mail. */
    mailedSeq: integer('mailed_seq').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('conversation_sides_list').on(table.userId, table.box, table.lastMessageId),
    index('conversation_sides_unmailed')
      .on(table.userId, table.conversationId)
      .where(sql`last_seq > read_seq and last_seq > mailed_seq`),
    index('conversation_sides_unread').on(table.userId, table.box).where(sql`last_seq > read_seq`),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Its place in the conversation, from 1. */
    seq: integer().notNull(),
    /** Null: deleted account. */
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    message: text().notNull(),
    createdAt: createdAt(),
    editedAt: time('edited_at'),
    deletedAt: time('deleted_at'),
    ...searchColumns('message'),
  },
  (table) => [
    unique('messages_place').on(table.conversationId, table.seq),
    index('messages_search').using('gin', table.search),
    index('messages_words').using('gin', table.searchWords).where(sql`search_words is not null`),
    index('messages_sender').on(table.senderId),
  ],
)
