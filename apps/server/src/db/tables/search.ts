import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** Tables with rows from before `search_words`; all rows up to `after` have theirs. */
export const searchFills = pgTable('search_fills', {
  name: text().primaryKey(),
  after: uuid().notNull(),
})
