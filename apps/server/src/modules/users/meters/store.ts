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

const lockPlan = statement('lock-plan', {
  takes: { user: 'uuid' },
  gives: row<{ plan: 'FREE' | 'PILOT' | 'COMMANDER' }>({ plan: 'text' }),
  text: 'select plan from users where id = {user}::uuid for no key update',
})

const dropLapsed = statement('drop-lapsed-reservations', {
  takes,
  text: `delete from usage_reservations where user_id = {user}::uuid and meter = {meter}::text and expires_at <= now()`,
})

const reserveOf = statement('reserve-meter', {
  takes: { ...takes, id: 'uuid', wanted: 'int4', limit: 'int4', seconds: 'int4' },
  gives: row<{ isBusy: boolean; amount: number | null }>({ isBusy: 'bool', amount: 'int4' }),
  text: `with held as (
      select exists (select 1 from usage_reservations where user_id = {user}::uuid and meter = {meter}::text) as "isBusy",
        {limit}::int - coalesce((
          select used from usage_meters where user_id = {user}::uuid and meter = {meter}::text and period = ${begin}::date
        ), 0) as free
    ), made as (
      insert into usage_reservations (id, user_id, meter, period, amount, expires_at)
      select {id}::uuid, {user}::uuid, {meter}::text, ${begin}::date, least({wanted}::int, free),
        now() + make_interval(secs => {seconds}::int)
      from held where not "isBusy" and free > 0
      returning amount
    )
    select "isBusy", (select amount from made) as amount from held`,
})

/** Whatever was reserved is free again, except for what was used of it. */
const settleOf = statement('settle-reservation', {
  takes: { id: 'uuid', used: 'int4' },
  text: `with gone as (
      delete from usage_reservations where id = {id}::uuid returning user_id, meter, period, amount
    )
    insert into usage_meters as m (user_id, meter, period, used)
    select user_id, meter, period, least({used}::int, amount) from gone where {used}::int > 0
    on conflict (user_id, meter, period) do update set used = m.used + excluded.used`,
})

const sweepLapsed = statement('sweep-reservations', {
  takes: {},
  text: `delete from usage_reservations where expires_at < now() - interval '1 hour'`,
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

export async function findPlan(db: Database['pool'] | Transaction, user: string) {
  return (await planOf.first(db, { user }))?.plan ?? null
}

/** The person's row is locked until the transaction ends, so that reservations come one after the other. */
export async function findPlanLocked(tx: Transaction, user: string) {
  return (await lockPlan.first(tx, { user }))?.plan ?? null
}

/** `isBusy`: another one is live. `amount` null: nothing is left, or it is busy. */
export async function insertReservation(
  tx: Transaction,
  wanted: Meter & { id: string; wanted: number; limit: number; seconds: number },
) {
  await dropLapsed.count(tx, { user: wanted.user, meter: wanted.meter })
  const found = await reserveOf.first(tx, wanted)
  if (!found) throw new Error('a reservation is one row')
  return found
}

export async function settleReservation(
  db: Database['pool'] | Transaction,
  settled: { id: string; used: number },
): Promise<void> {
  await settleOf.count(db, settled)
}

export async function deleteLapsedReservations(db: Database): Promise<void> {
  await sweepLapsed.count(db.pool, {})
}
