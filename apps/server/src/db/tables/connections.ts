import { sql } from 'drizzle-orm'
import { boolean, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, updatedAt } from './columns.ts'
import { users } from './users.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What people say of their work; name, address and username are those of the account. */
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
    /** All words that it is found by, folded: those of name and username too. */
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
