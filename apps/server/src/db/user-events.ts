import type { Queryable } from '#server/db/client'
import { statement } from '#server/db/statement'

/**
 * CTEs that number and store an event for each `notified` row (user_id, target_id). Counters stay locked: numbers
 * follow commits.
 */
export const recordUserEvents = (notified: string, event: string) => numbered(notified, `'${event}'`)

/** As `recordUserEvents`, where each user occurs once. */
export const recordUserEventEach = (notified: string, event: string) => `user_counted as (
      insert into user_event_counts as c (user_id, seq) select user_id, 1 from ${notified} order by user_id
      on conflict (user_id) do update set seq = c.seq + 1
      returning user_id, seq
    ), user_recorded as (
      insert into user_events (user_id, seq, event, target_id)
      select t.user_id, c.seq, '${event}', t.target_id from user_counted c join ${notified} t on t.user_id = c.user_id
    )`

function numbered(notified: string, event: string): string {
  return `user_counted as (
      insert into user_event_counts as c (user_id, seq)
      select user_id, count(*) from ${notified} group by user_id order by user_id
      on conflict (user_id) do update set seq = c.seq + excluded.seq
      returning user_id, seq
    ), user_recorded as (
      insert into user_events (user_id, seq, event, target_id)
      select t.user_id, c.seq - t.later, ${event}, t.target_id
      from user_counted c join (
        select user_id, target_id, row_number() over (partition by user_id order by target_id desc) - 1 as later
        from ${notified}
      ) t on t.user_id = c.user_id
    )`
}

const insert = statement('user-events-insert', {
  takes: { notified: 'jsonb', event: 'text' },
  text: `with notified as (
      select t."user" as user_id, t.target as target_id
      from jsonb_to_recordset({notified}::jsonb) as t("user" uuid, target uuid)
    ), ${numbered('notified', '{event}::text')}
    select 1`,
})

/** As `recordUserEvents`, for a given list of people. One statement. */
export async function insertUserEvents(
  tx: Queryable,
  event: string,
  notified: readonly { user: string; target: string }[],
): Promise<void> {
  if (notified.length > 0) await insert.count(tx, { notified: JSON.stringify(notified), event })
}
