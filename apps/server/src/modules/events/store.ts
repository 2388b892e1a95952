import type { StoredEventName } from '@wingmark/contract/live'
import type { Subject } from '@wingmark/contract/subjects'
import pg from 'pg'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import {
  bySubject,
  subjectColumn,
  subjectIsThere,
  subjectTable,
} from '#server/modules/access/subjects/policy'

export type NewEvent = { event: string; targetId: string; parentId?: string | undefined }

const insertOf = bySubject((kind) =>
  statement(`events-insert-${kind}`, {
    takes: { id: 'uuid', events: 'jsonb' },
    text: `with given as (
        select o.place, e.* from jsonb_array_elements({events}::jsonb) with ordinality as o(item, place),
          jsonb_to_record(o.item) as e("event" text, "targetId" uuid, "parentId" uuid)
      ), counted as (
        update ${subjectTable({ kind })} set event_seq = event_seq + jsonb_array_length({events}::jsonb)
        where id = {id}::uuid returning event_seq
      )
      insert into events (${subjectColumn({ kind })}, seq, event, target_id, parent_id)
      select {id}::uuid, counted.event_seq - jsonb_array_length({events}::jsonb) + given.place, given."event",
        given."targetId", given."parentId"
      from given, counted`,
  }),
)

/** Numbers events under the lock of the subject's row, so that numbers follow commit order. One statement. */
export async function insertEvents(
  tx: Queryable,
  { kind, _id }: Subject,
  events: readonly NewEvent[],
): Promise<void> {
  const given = events.map((one) => ({ ...one, parentId: one.parentId ?? null }))
  await insertOf[kind].count(tx, { id: _id, events: JSON.stringify(given) })
}

export type StoredEvent = {
  seq: number
  event: StoredEventName
  targetId: string
  parentId: string | null
}

export type EventBatch = {
  epoch: number
  /** Number of the newest event. */
  current: number
  /** In order, after the requested number; without swept ones. */
  events: StoredEvent[]
}

const eventsAfter = bySubject((kind) =>
  statement(`events-after-${kind}`, {
    takes: { id: 'uuid', after: 'int8', limit: 'int4' },
    gives: row<EventBatch>({ epoch: 'int4', current: 'int8', events: 'json' }),
    text: `select s.access_epoch as epoch, s.event_seq as current, coalesce((
        select json_agg(json_build_object('seq', e.seq, 'event', e.event, 'targetId', e.target_id, 'parentId', e.parent_id)
          order by e.seq)
        from (select * from events where ${subjectColumn({ kind })} = s.id and seq > {after}::bigint order by seq limit {limit}::int) e
      ), '[]') as events
      from ${subjectTable({ kind })} s where s.id = {id}::uuid and ${subjectIsThere({ kind })}`,
  }),
)

/** Null if the subject is gone. */
export function findEvents(
  db: Database,
  { kind, _id }: Subject,
  after: number,
  limit: number,
): Promise<EventBatch | null> {
  return eventsAfter[kind].first(db.pool, { id: _id, after, limit })
}

const deleteOld = statement('events-delete-old', {
  takes: { days: 'int4' },
  text: 'delete from events where created_at < now() - make_interval(days => {days}::int)',
})

export async function deleteOldEvents(db: Database, days: number): Promise<void> {
  await deleteOld.count(db.pool, { days })
}

const channel = 'wingmark_live'

// Such a commit holds a lock of the whole cluster, so it must not wait for the disk.
const notify = statement('send-hints', {
  takes: { payloads: 'text[]' },
  text: `select pg_notify('${channel}', payload), set_config('synchronous_commit', 'off', true)
    from unnest({payloads}::text[]) payload`,
})

export async function sendHints(db: Database, payloads: readonly string[]): Promise<void> {
  await notify.count(db.pool, { payloads })
}

export type Listener = { close(): Promise<void> }

/** A separate connection that receives every process's hints; calls `onLost` once when it breaks. */
export async function openListener(
  db: Database,
  on: { hint: (payload: string) => void; lost: () => void },
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: db.directUrl,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    application_name: 'wingmark live',
  })
  let isOpen = true
  const lose = () => {
    if (!isOpen) return
    isOpen = false
    on.lost()
  }
  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', (message) => on.hint(message.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    isOpen = false
    await client.end().catch(() => {})
    throw error
  }
  return {
    async close() {
      isOpen = false
      await client.end()
    },
  }
}
