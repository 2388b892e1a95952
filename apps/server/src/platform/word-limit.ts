import { wordsADay, wordsAtOnce } from '@wingmark/contract/limits'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const refillMs = 1_000
const dayMs = 24 * 60 * 60 * 1_000

// `expire`: the first row, when all words are free again; the second, the day's end. A crash may lose counts.
const take = statement('take-word', {
  takes: { all: 'text', today: 'text' },
  gives: row<{ isTaken: boolean; waitMs: number | null }>({ isTaken: 'bool', waitMs: 'int8' }),
  text: `with now as (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, set_config('synchronous_commit', 'off', true)
  ), taken as (
    insert into rate_limits as l (key, points, expire) select {all}::text, 0, ms + ${refillMs} from now
    on conflict (key) do update set expire = greatest(l.expire, excluded.expire - ${refillMs}) + ${refillMs}
    where greatest(l.expire, excluded.expire - ${refillMs}) <= excluded.expire + ${(wordsAtOnce - 2) * refillMs}
    returning expire
  ), today as (
    insert into rate_limits as l (key, points, expire) select {today}::text, 1, ms + ${dayMs} from now, taken
    on conflict (key) do update set
      points = case when l.expire <= excluded.expire - ${dayMs} then 1 else l.points + 1 end,
      expire = case when l.expire <= excluded.expire - ${dayMs} then excluded.expire else l.expire end
    where l.expire <= excluded.expire - ${dayMs} or l.points < ${wordsADay}
    returning expire
  )
  select exists(select 1 from taken) and exists(select 1 from today) as "isTaken",
    case when exists(select 1 from taken) then (select expire from rate_limits where key = {today}::text) - ms
      else (select expire from rate_limits where key = {all}::text) - ms - ${(wordsAtOnce - 1) * refillMs} end as "waitMs"
  from now`,
})

/** Counts one of a person's words, in total and for this review today; `waitMs`: until the next is allowed. */
export async function takeWord(
  db: Database,
  actor: string,
  reviewId: string,
): Promise<{ isTaken: boolean; waitMs: number }> {
  const taken = await take.first(db.pool, {
    all: `words:${actor}`,
    today: `wordsADay:${actor}:${reviewId}`,
  })
  return { isTaken: taken?.isTaken ?? false, waitMs: Math.max(1, taken?.waitMs ?? refillMs) }
}
