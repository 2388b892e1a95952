import type { StoredEventName } from '@wingmark/contract/live'
import type { Subject } from '@wingmark/contract/subjects'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database, Queryable } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import { subjectColumn, subjectTable } from '#server/modules/access/subjects/policy'

export type NewEvent = { event: string; targetId: string; parentId?: string | undefined }

/** Numbers the events under the lock of the subject's row, so that their order is the order of commits. One statement. */
export async function insertEvents(
  tx: Queryable,
  subject: Subject,
  events: readonly NewEvent[],
): Promise<void> {
  const [table, column] = [sql.identifier(subjectTable(subject)), sql.identifier(subjectColumn(subject))]
  const given = JSON.stringify(events.map((one) => ({ ...one, parentId: one.parentId ?? null })))
  await tx.execute(sql`
    with given as (
      select o.place, e.* from jsonb_array_elements(${given}::jsonb) with ordinality as o(item, place),
        jsonb_to_record(o.item) as e("event" text, "targetId" uuid, "parentId" uuid)
    ), counted as (
      update ${table} set event_seq = event_seq + ${events.length} where id = ${subject._id} returning event_seq
    )
    insert into events (${column}, seq, event, target_id, parent_id)
    select ${subject._id}::uuid, counted.event_seq - ${events.length} + given.place, given."event", given."targetId", given."parentId"
    from given, counted`)
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
  /** In order, after the one asked for; swept ones are missing. */
  events: StoredEvent[]
}

const eventsAfter = ({ kind }: Pick<Subject, 'kind'>) =>
  namedQuery<{ id: string; after: number; limit: number }>(
    `events-after-${kind}`,
    `select s.access_epoch as epoch, s.event_seq as current, coalesce((
      select json_agg(json_build_object('seq', e.seq, 'event', e.event, 'targetId', e.target_id, 'parentId', e.parent_id)
        order by e.seq)
      from (select * from events where ${subjectColumn({ kind })} = s.id and seq > {after}::bigint order by seq limit {limit}::int) e
    ), '[]') as events
  from ${subjectTable({ kind })} s where s.id = {id}::uuid`,
  )

const eventsAfterOf = {
  REVIEW: eventsAfter({ kind: 'REVIEW' }),
  WORKSPACE: eventsAfter({ kind: 'WORKSPACE' }),
  DELIVERY: eventsAfter({ kind: 'DELIVERY' }),
} as const satisfies Record<Subject['kind'], unknown>

/** Null: the subject is gone. */
export async function findEvents(
  db: Database,
  subject: Subject,
  after: number,
  limit: number,
): Promise<EventBatch | null> {
  const { rows } = await db.pool.query<EventBatch>(
    eventsAfterOf[subject.kind]({ id: subject._id, after, limit }),
  )
  return rows[0] ?? null
}

export async function deleteOldEvents(db: Database, days: number): Promise<void> {
  await db.pool.query('delete from events where created_at < now() - make_interval(days => $1)', [days])
}

const channel = 'wingmark_live'

export async function sendHints(db: Database, payloads: readonly string[]): Promise<void> {
  await db.pool.query({
    name: 'send-hints',
    text: `select pg_notify('${channel}', payload) from unnest($1::text[]) payload`,
    values: [payloads],
  })
}

export type Listener = { close(): Promise<void> }

/** One connection of its own that hears every process's hints. `onLost` is called once when it breaks. */
export async function openListener(
  db: Database,
  on: { hint: (payload: string) => void; lost: () => void },
): Promise<Listener> {
  const client = new pg.Client({
    connectionString: db.pool.options.connectionString,
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
