import type { StoredReviewEventName } from '@wingmark/contract/live'
import type { Subject } from '@wingmark/contract/subjects'
import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import { subjectColumn, subjectTable } from '#server/modules/access/subjects/policy'

export type StoredEvent = {
  seq: number
  event: StoredReviewEventName
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

const eventsAfterOf = { REVIEW: eventsAfter({ kind: 'REVIEW' }) } as const satisfies Record<
  Subject['kind'],
  unknown
>

/** Null: the subject is gone. */
export async function readEvents(
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
