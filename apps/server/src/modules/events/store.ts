import type { Subject } from '@wingmark/contract/subjects'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database, Queryable } from '#server/db/client'
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
