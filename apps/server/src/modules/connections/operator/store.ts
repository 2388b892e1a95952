import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { people } from '#server/modules/users/sql'

type Kind = 'HIDDEN' | 'SUSPENDED'
export type ReportLine = {
  createdAt: Date
  reason: string
  note: string | null
  copy: unknown
  by: string | null
}

const listed = statement('reports', {
  takes: { about: 'uuid' },
  gives: row<ReportLine>({
    createdAt: 'timestamptz',
    reason: 'text',
    note: 'text',
    copy: 'jsonb',
    by: 'text',
  }),
  text: `select r.created_at as "createdAt", r.reason, r.note, r.copy, u.username as by
    from reports r left join ${people} u on u.id = r.reporter_id
    where {about}::uuid is null or r.reported_id = {about}::uuid order by r.created_at desc limit 100`,
})
/** The newest hundred, of all people or one. */
export const listReports = (db: Queryable, about: string | null) => listed.rows(db, { about })

export type PersonLine = {
  id: string
  username: string
  name: string
  hasProfile: boolean
  restriction: Kind | null
  /** Null: until revoked. */
  until: Date | null
}

const shown = statement('person-for-operator', {
  takes: { username: 'text' },
  gives: row<PersonLine>({
    ...{ id: 'uuid', username: 'text', name: 'text', hasProfile: 'bool' },
    ...{ restriction: 'text', until: 'timestamptz' },
  }),
  text: `select u.id, u.username, u.name, p.user_id is not null as "hasProfile", x.kind as restriction, x.until
    from ${people} u left join connection_profiles p on p.user_id = u.id
    left join restrictions x on x.user_id = u.id and (x.until is null or x.until > now())
    where u.username = {username}::text`,
})
/** Null if nobody has the username. */
export const findPersonNamed = (db: Queryable, username: string) => shown.first(db, { username })

const put = statement('restrict', {
  takes: { username: 'text', kind: 'text', until: 'timestamptz' },
  text: `insert into restrictions (user_id, kind, until)
    select u.id, {kind}::text, {until}::timestamptz from ${people} u where u.username = {username}::text
    on conflict (user_id) do update set kind = excluded.kind, until = excluded.until`,
})
/** False if nobody has the username. */
export const restrict = async (db: Queryable, username: string, kind: Kind, until: Date | null) =>
  (await put.count(db, { username, kind, until })) > 0

const drop = statement('unrestrict', {
  takes: { username: 'text' },
  text: `delete from restrictions x using ${people} u where u.id = x.user_id and u.username = {username}::text`,
})
export const unrestrict = async (db: Queryable, username: string) => (await drop.count(db, { username })) > 0
