import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

type SentRow = { user: string; used: number }
const gives = row<SentRow>({ user: 'uuid', used: 'int4' })
// A UTC day by the database's clock, like the meter.
const today = `created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

const byAll = statement('messages-sent-today', {
  takes: {},
  gives,
  text: `select sender_id as "user", count(*)::int as used from messages
    where sender_id is not null and ${today} group by 1`,
})
const byOne = statement('messages-sent-today-by', {
  takes: { user: 'uuid' },
  gives: row<{ used: number }>({ used: 'int4' }),
  text: `select count(*)::int as used from messages where sender_id = {user}::uuid and ${today}`,
})

export const countSentToday = (db: Database): Promise<SentRow[]> => byAll.rows(db.pool, {})

export const countSentTodayBy = async (tx: Transaction, user: string): Promise<number> =>
  (await byOne.first(tx, { user }))?.used ?? 0
