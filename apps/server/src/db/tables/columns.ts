import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'
import { formerWords } from '../search-former.ts'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()
export const time = (name: string) => timestamp(name, { withTimezone: true })

/** `searchable_words` of these columns, by triggers. `search` is for processes of the previous release. */
export const searchColumns = (text: string) => ({
  search: tsvector().generatedAlwaysAs(sql.raw(formerWords(text))),
  searchWords: tsvector('search_words'),
})
