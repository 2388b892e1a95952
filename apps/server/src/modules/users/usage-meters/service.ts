import { type MeterName, meters, plans } from '@wingmark/contract/plans'
import type { Database, Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import {
  findMeter,
  findPlan,
  findPlanLocked,
  insertReservation,
  listMeters,
  lockedUse,
  setMeter,
} from '#server/modules/users/usage-meters/store'
import { DomainError, notFound } from '#server/platform/domain-error'

/** What a user has used of a meter in this period, and when it resets. */
export async function readMeter(db: Database, user: string, meter: MeterName) {
  const { used, resetsAt } = await findMeter(db.pool, { user, meter })
  return { used, resetsAt: resetsAt.toISOString() }
}

/** RATE_LIMITED with the time until the meter resets, for what `chargeMeter` refused. */
export async function meterUsedUp(
  tx: Transaction,
  user: string,
  { meter, message }: { meter: MeterName; message: string },
): Promise<DomainError> {
  const { resetsInSeconds } = await findMeter(tx, { user, meter })
  return new DomainError('RATE_LIMITED', { message, retryAfterSeconds: Math.max(1, resetsInSeconds) })
}

export {
  deleteLapsedReservations,
  isReserved,
  settleReservation,
} from '#server/modules/users/usage-meters/store'

/** An unsettled reservation lapses after this time, by the database's clock. */
const reservedSeconds = 120

type Reserving = {
  id: string
  meter: MeterName
  wanted: number
  busy: string
  refusal: (limit: number, resetsAt: string) => string
}

/**
 * Reserves up to `wanted` until settled, once per user. Throws RATE_LIMITED with `busy` during another reservation,
 * PLAN_LIMIT without any left.
 */
export async function reserve(tx: Transaction, user: string, what: Reserving): Promise<number> {
  const { id, meter, wanted } = what
  const plan = await findPlanLocked(tx, user)
  if (!plan) throw notFound()
  const limit = plans[plan][meters[meter].allowance]
  const made = await insertReservation(tx, { id, user, meter, wanted, limit, seconds: reservedSeconds })
  if (made.amount !== null) return made.amount
  if (made.isBusy) throw new DomainError('RATE_LIMITED', { message: what.busy, retryAfterSeconds: 5 })
  const { resetsAt } = await findMeter(tx, { user, meter })
  throw new DomainError('PLAN_LIMIT', { message: what.refusal(limit, resetsAt.toISOString()) })
}

/** As `usage-limit/user` reports it. */
export async function readAllowance(db: Database, user: string, meter: MeterName) {
  const { used, resetsAt, plan } = await readOf(db, user, meter)
  return { used, resetsAt, limit: plans[plan][meters[meter].allowance] }
}

async function readOf(db: Database, user: string, meter: MeterName) {
  const [read, plan] = await Promise.all([readMeter(db, user, meter), findPlan(db.pool, user)])
  if (!plan) throw notFound()
  return { ...read, plan }
}

type Recount = {
  meter: MeterName
  /** Actual use in the current period; users without any are missing. */
  all: () => Promise<ReadonlyMap<string, number>>
  /** The same for one user, with the meter locked. */
  ofOne: (tx: Transaction, user: string) => Promise<number>
}

/** Corrects meters to the actual use. */
export async function recountMeter({ db, log }: Deps, { meter, all, ofOne }: Recount): Promise<void> {
  const real = await all()
  const notified = new Map((await listMeters(db, meter)).map(({ user, used }) => [user, used]))
  const suspects = new Set(
    [...real.keys(), ...notified.keys()].filter((user) => real.get(user) !== notified.get(user)),
  )
  for (const user of suspects)
    await db.orm.transaction(async (tx) => {
      const before = await lockedUse(tx, { user, meter })
      const after = await ofOne(tx, user)
      if (before === after) return
      await setMeter(tx, { user, meter, used: after })
      log.warn({ user, meter, before, after }, 'a meter was wrong, and is repaired')
    })
}
