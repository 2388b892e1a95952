import type { Queryable } from '#server/db/client'
import { offers } from '#server/db/piece'
import { statement } from '#server/db/statement'

/**
 * Common table expressions that number an event for each row of `told` (user_id, target_id) and store it. A person's
 * counter is locked until the commit, in one order for all, so that the order of numbers is the order of commits.
 */
export const recordUserEvents = (told: string, event: string) => numbered(told, `'${event}'`)

/** As `recordUserEvents`, where nobody is told twice. */
export const recordUserEventEach = (told: string, event: string) =>
  offers('user_counted', 'user_recorded')`user_counted as (
      insert into user_event_counts as c (user_id, seq) select user_id, 1 from ${told} order by user_id
      on conflict (user_id) do update set seq = c.seq + 1
      returning user_id, seq
    ), user_recorded as (
      insert into user_events (user_id, seq, event, target_id)
      select t.user_id, c.seq, '${event}', t.target_id from user_counted c join ${told} t on t.user_id = c.user_id
    )`

function numbered(told: string, event: string): string {
  return offers('user_counted', 'user_recorded')`user_counted as (
      insert into user_event_counts as c (user_id, seq)
      select user_id, count(*) from ${told} group by user_id order by user_id
      on conflict (user_id) do update set seq = c.seq + excluded.seq
      returning user_id, seq
    ), user_recorded as (
      insert into user_events (user_id, seq, event, target_id)
      select t.user_id, c.seq - t.later, ${event}, t.target_id
      from user_counted c join (
        select user_id, target_id, row_number() over (partition by user_id order by target_id desc) - 1 as later
        from ${told}
      ) t on t.user_id = c.user_id
    )`
}

const insert = statement('user-events-insert', {
  takes: { told: 'jsonb', event: 'text' },
  text: `with told as (
      select t."user" as user_id, t.target as target_id
      from jsonb_to_recordset({told}::jsonb) as t("user" uuid, target uuid)
    ), ${numbered('told', '{event}::text')}
    select 1`,
})

/** As `recordUserEvents`, for people who are known. One statement. */
export async function insertUserEvents(
  tx: Queryable,
  event: string,
  told: readonly { user: string; target: string }[],
): Promise<void> {
  if (told.length > 0) await insert.count(tx, { told: JSON.stringify(told), event })
}
