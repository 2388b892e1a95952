import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'

export type StoredEvent = { seq: number; event: string; subjectId: string; parentId: string | null }

export type EventBatch = {
  epoch: number
  /** Number of the newest event. */
  current: number
  /** In order, after the one asked for; swept ones are missing. */
  events: StoredEvent[]
}

const eventsAfter = namedQuery<{ review: string; after: number; limit: number }>(
  'events-after',
  `select r.access_epoch as epoch, r.event_seq as current, coalesce((
      select json_agg(json_build_object('seq', e.seq, 'event', e.event, 'subjectId', e.subject_id, 'parentId', e.parent_id)
        order by e.seq)
      from (select * from review_events where review_id = r.id and seq > {after}::bigint order by seq limit {limit}::int) e
    ), '[]') as events
  from reviews r where r.id = {review}::uuid`,
)

/** Null: the review is gone. */
export async function readEvents(
  db: Database,
  review: string,
  after: number,
  limit: number,
): Promise<EventBatch | null> {
  const { rows } = await db.pool.query<EventBatch>(eventsAfter({ review, after, limit }))
  return rows[0] ?? null
}

export async function deleteOldEvents(db: Database, days: number): Promise<void> {
  await db.pool.query('delete from review_events where created_at < now() - make_interval(days => $1)', [
    days,
  ])
}
