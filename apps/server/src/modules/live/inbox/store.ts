import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

export type InboxEvent = { seq: number; event: string; target: string }

export type Inbox = {
  user: string
  /** As asked for. */
  after: number
  /** Number of the newest event. */
  current: number
  /** In order, after the requested number; without swept ones. */
  events: InboxEvent[]
}

const inboxesAfter = statement('inboxes-after', {
  takes: { users: 'uuid[]', afters: 'text[]', limit: 'int4' },
  gives: row<Inbox>({ user: 'uuid', after: 'int8', current: 'int8', events: 'json' }),
  text: `select w.user_id as "user", w.after, coalesce(c.seq, 0) as current, coalesce((
      select json_agg(json_build_object('seq', e.seq, 'event', e.event, 'target', e.target_id) order by e.seq)
      from (
        select * from user_events where user_id = w.user_id and seq > w.after order by seq limit {limit}::int
      ) e
    ), '[]') as events
  from unnest({users}::uuid[], {afters}::text[]::bigint[]) w(user_id, after)
  left join user_event_counts c on c.user_id = w.user_id
  where coalesce(c.seq, 0) <> w.after`,
})

/** Only users with new events. One query, however many people. */
export function readInboxes(
  db: Database,
  wanted: readonly { user: string; after: number }[],
  limit: number,
): Promise<Inbox[]> {
  const users = wanted.map((one) => one.user)
  const afters = wanted.map((one) => String(one.after))
  return inboxesAfter.rows(db.pool, { users, afters, limit })
}

const deleteOld = statement('user-events-delete-old', {
  takes: { days: 'int4' },
  text: 'delete from user_events where created_at < now() - make_interval(days => {days}::int)',
})

export async function deleteOldUserEvents(db: Database, days: number): Promise<void> {
  await deleteOld.count(db.pool, { days })
}
