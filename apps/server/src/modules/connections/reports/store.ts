import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { people } from '#server/modules/users/sql'

export type Reported = {
  reason: string
  note: string | null
  name: string
  username: string
  message: string | null
  /** Null: the account is gone. */
  by: string | null
}

const one = statement('report-to-tell', {
  takes: { id: 'uuid' },
  gives: row<Reported>({
    reason: 'text',
    note: 'text',
    name: 'text',
    username: 'text',
    message: 'text',
    by: 'text',
  }),
  text: `select r.reason, r.note, r.copy ->> 'name' as name, r.copy ->> 'username' as username,
      r.copy ->> 'message' as message, u.username as by
    from reports r left join ${people} u on u.id = r.reporter_id where r.id = {id}::uuid`,
})

export const findReport = (db: Queryable, id: string) => one.first(db, { id })
