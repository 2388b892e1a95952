import { meters } from '@wingmark/contract/plans'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const stretch = (meter: string) =>
  `case ${meter} ${Object.entries(meters)
    .map(([name, { per }]) => `when '${name}' then '${per}'`)
    .join(' ')} end`
const begin = `date_trunc(${stretch('{meter}::text')}, now() at time zone 'UTC')`
const end = `(${begin} + ('1 ' || ${stretch('{meter}::text')})::interval) at time zone 'UTC'`

const takes = { user: 'uuid', meter: 'text' } as const

/** The database's clock decides which day it is, for all processes alike. */
const addTo = statement('charge-meter', {
  takes: { ...takes, points: 'int4', limit: 'int4' },
  text: `insert into usage_meters as m (user_id, meter, period, used)
    select {user}::uuid, {meter}::text, ${begin}::date, {points}::int where {points}::int <= {limit}::int
    on conflict (user_id, meter, period) do update set used = m.used + excluded.used
      where m.used + excluded.used <= {limit}::int`,
})

const read = statement('read-meter', {
  takes,
  gives: row<{ used: number; resetsAt: Date; resetsInSeconds: number }>({
    used: 'int4',
    resetsAt: 'timestamptz',
    resetsInSeconds: 'int4',
  }),
  text: `select coalesce((
      select used from usage_meters where user_id = {user}::uuid and meter = {meter}::text and period = ${begin}::date
    ), 0) as used, ${end} as "resetsAt",
    ceil(extract(epoch from ${end} - now()))::int as "resetsInSeconds"`,
})

const planOf = statement('plan-of', {
  takes: { user: 'uuid' },
  gives: row<{ plan: 'FREE' | 'PILOT' | 'COMMANDER' }>({ plan: 'text' }),
  text: 'select plan from users where id = {user}::uuid',
})

type Meter = { user: string; meter: string }

/** False where it would be more than the limit: nothing is counted then. */
export async function addToMeter(
  tx: Transaction,
  charge: Meter & { points: number; limit: number },
): Promise<boolean> {
  return (await addTo.count(tx, charge)) > 0
}

export async function findMeter(db: Database['pool'] | Transaction, meter: Meter) {
  const found = await read.first(db, meter)
  if (!found) throw new Error('a meter is one row')
  return found
}

export async function findPlan(tx: Transaction, user: string) {
  return (await planOf.first(tx, { user }))?.plan ?? null
}
