import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** What people say of Wingmark itself; on screen: customer reviews. */
export const testimonials = pgTable('testimonials', {
  id: uuid().primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** 1 to 5. */
  rating: smallint().notNull(),
  text: text().notNull(),
  designation: text(),
  company: text(),
  /** Why the server's operator hid it; null while it is shown. */
  hiddenReason: text('hidden_reason'),
  hiddenAt: time('hidden_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
