import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, tsvector, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** What people say about their work; name, address and username are those of the account. */
export const connectionProfiles = pgTable(
  'connection_profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    location: text().notNull(),
    designation: text().notNull(),
    company: text().notNull(),
    experience: text().notNull(),
    /** As written. */
    skills: text().array().notNull(),
    /** The same, each folded. */
    skillKeys: text('skill_keys').array().notNull(),
    /** All words by which it is found, folded, with those of name and username. */
    words: text().array().notNull(),
    search: tsvector().generatedAlwaysAs(sql`array_to_tsvector(words)`),
    isOpenToMessages: boolean('is_open_to_messages').notNull().default(true),
    showsEmail: boolean('shows_email').notNull().default(false),
    isPublic: boolean('is_public').notNull().default(false),
    isIndexed: boolean('is_indexed').notNull().default(false),
    /** When they last published or commented, by the day. */
    activeAt: time('active_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('connection_profiles_search').using('gin', table.search),
    index('connection_profiles_skills').using('gin', table.skillKeys),
    index('connection_profiles_active').on(table.activeAt, table.userId),
    index('connection_profiles_created').on(table.createdAt, table.userId),
  ],
)

/** Of two people; a repeated request reuses the row with a new id. */
export const connections = pgTable(
  'connections',
  {
    id: uuid().primaryKey(),
    requesterId: uuid('requester_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    addresseeId: uuid('addressee_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    note: text(),
    /** WITHDRAWN and REMOVED are over; they determine when the same person may be asked again. */
    status: text({ enum: ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'REMOVED'] }).notNull(),
    createdAt: createdAt(),
    answeredAt: time('answered_at'),
  },
  (table) => [
    uniqueIndex('connections_pair').on(
      sql`least(${table.requesterId}, ${table.addresseeId})`,
      sql`greatest(${table.requesterId}, ${table.addresseeId})`,
    ),
    index('connections_requester').on(table.requesterId, table.status),
    index('connections_addressee').on(table.addresseeId, table.status),
  ],
)

export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId),
  ],
)

export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    /** Kept after the account is deleted. */
    reportedId: uuid('reported_id').notNull(),
    messageId: uuid('message_id'),
    reason: text({ enum: ['SPAM', 'HARASSMENT', 'IMPERSONATION', 'STOLEN_WORK', 'OTHER'] }).notNull(),
    note: text(),
    /** The reported content, as it was then. */
    copy: jsonb().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('reports_reporter').on(table.reporterId), index('reports_age').on(table.createdAt)],
)

/** People whom the server's operator hides, or keeps from asking and writing. */
export const restrictions = pgTable('restrictions', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['HIDDEN', 'SUSPENDED'] }).notNull(),
  /** Null: until it is taken back. */
  until: time('until'),
  createdAt: createdAt(),
})
