import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { meterBegin, meterEnd } from '#server/modules/users/usage-meters/sql'

const begin = meterBegin('{meter}::text')
const end = meterEnd('{meter}::text')

const takes = { user: 'uuid', meter: 'text' } as const

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

const lockMeter = statement('lock-meter', {
  takes,
  gives: row<{ used: number }>({ used: 'int4' }),
  text: `insert into usage_meters as m (user_id, meter, period, used)
    values ({user}::uuid, {meter}::text, ${begin}::date, 0)
    on conflict (user_id, meter, period) do update set used = m.used
    returning used`,
})

const setTo = statement('set-meter', {
  takes: { ...takes, used: 'int4' },
  text: `update usage_meters set used = {used}::int
    where user_id = {user}::uuid and meter = {meter}::text and period = ${begin}::date`,
})

const running = statement('running-meters', {
  takes: { meter: 'text' },
  gives: row<{ user: string; used: number }>({ user: 'uuid', used: 'int4' }),
  text: `select user_id as "user", used from usage_meters where meter = {meter}::text and period = ${begin}::date`,
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

// A reservation lapses anyway and need not survive a crash, so it does not wait for the disk.
const reserveOf = statement('reserve-meter', {
  takes: { ...takes, id: 'uuid', wanted: 'int4', limit: 'int4', seconds: 'int4' },
  gives: row<{ isBusy: boolean; amount: number | null }>({ isBusy: 'bool', amount: 'int4' }),
  text: `with lapsed as (
      delete from usage_reservations
      where user_id = {user}::uuid and meter = {meter}::text and expires_at <= now()
    ), held as (
      select exists (
          select 1 from usage_reservations
          where user_id = {user}::uuid and meter = {meter}::text and expires_at > now()
        ) as "isBusy", set_config('synchronous_commit', 'off', true) as unwaited,
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

/** Frees the reservation, except for what was used. */
const settleOf = statement('settle-reservation', {
  takes: { id: 'uuid', used: 'int4' },
  text: `with gone as (
      delete from usage_reservations where id = {id}::uuid returning user_id, meter, period, amount
    )
    insert into usage_meters as m (user_id, meter, period, used)
    select user_id, meter, period, least({used}::int, amount) from gone where {used}::int > 0
    on conflict (user_id, meter, period) do update set used = m.used + excluded.used`,
})

const isLive = statement('reservation-is-live', {
  takes: { id: 'uuid' },
  text: 'select 1 from usage_reservations where id = {id}::uuid and expires_at > now()',
})

const sweepLapsed = statement('sweep-reservations', {
  takes: {},
  text: `delete from usage_reservations where expires_at < now() - interval '1 hour'`,
})

type Meter = { user: string; meter: string }

export async function findMeter(db: Database['pool'] | Transaction, meter: Meter) {
  const found = await read.first(db, meter)
  if (!found) throw new Error('a meter is one row')
  return found
}

export async function findPlan(db: Database['pool'] | Transaction, user: string) {
  return (await planOf.first(db, { user }))?.plan ?? null
}

/** Locks the user's row until the transaction ends, so that reservations take turns. */
export async function findPlanLocked(tx: Transaction, user: string) {
  return (await lockPlan.first(tx, { user }))?.plan ?? null
}

/** `isBusy`: another reservation is active. `amount` null: busy, or nothing left. */
export async function insertReservation(
  tx: Transaction,
  wanted: Meter & { id: string; wanted: number; limit: number; seconds: number },
) {
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

export const isReserved = async (db: Database, id: string): Promise<boolean> =>
  (await isLive.count(db.pool, { id })) > 0

export async function deleteLapsedReservations(db: Database): Promise<void> {
  await sweepLapsed.count(db.pool, {})
}

/** Everyone with any use in the current period. */
export const listMeters = (db: Database, meter: string) => running.rows(db.pool, { meter })

/** Use in the current period, locked until the transaction ends. */
export const lockedUse = async (tx: Transaction, meter: Meter): Promise<number> =>
  (await lockMeter.first(tx, meter))?.used ?? 0

export async function setMeter(tx: Transaction, meter: Meter & { used: number }): Promise<void> {
  await setTo.count(tx, meter)
}
