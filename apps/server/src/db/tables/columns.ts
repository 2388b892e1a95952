import { betweenWords, plainLetters, withoutWeight } from '@wingmark/contract/search-words'
import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()
export const time = (name: string) => timestamp(name, { withTimezone: true })

const folded = (text: string) =>
  plainLetters.reduce(
    (inner, [letter, plain]) => `replace(${inner}, '${letter}', '${plain}')`,
    `lower(regexp_replace(normalize(${text}, NFKD), '${withoutWeight}', '', 'g'))`,
  )

/** The words of these columns as `foldForSearch` writes them; PostgreSQL keeps it with the row. */
export const searchColumn = (text: string) =>
  tsvector().generatedAlwaysAs(
    sql.raw(`to_tsvector('simple', regexp_replace(${folded(text)}, '${betweenWords}', ' ', 'g'))`),
  )
