import { type MeterName, meters, plans } from '@wingmark/contract/plans'
import type { Database, Transaction } from '#server/db/client'
import {
  addToMeter,
  findMeter,
  findPlan,
  findPlanLocked,
  insertReservation,
} from '#server/modules/users/meters/store'
import { DomainError, notFound } from '#server/platform/domain-error'

/** What somebody has used of a meter in this day or month, and when it begins anew. */
export async function readMeter(db: Database, user: string, meter: MeterName) {
  const { used, resetsAt } = await findMeter(db.pool, { user, meter })
  return { used, resetsAt: resetsAt.toISOString() }
}

/**
 * Counts something that the plan allows so much of, in the transaction that does it: what is rolled back was not used.
 * Throws RATE_LIMITED with the sentence that `refusal` makes of the limit, and the time until it begins anew.
 */
export async function charge(
  tx: Transaction,
  user: string,
  what: { meter: MeterName; points: number; refusal: (limit: number) => string },
): Promise<void> {
  const { meter, points } = what
  const plan = await findPlan(tx, user)
  if (!plan) throw notFound()
  const limit = plans[plan][meters[meter].allowance]
  if (await addToMeter(tx, { user, meter, points, limit })) return
  const { resetsInSeconds } = await findMeter(tx, { user, meter })
  throw new DomainError('RATE_LIMITED', {
    message: what.refusal(limit),
    retryAfterSeconds: Math.max(1, resetsInSeconds),
  })
}

export { deleteLapsedReservations, settleReservation } from '#server/modules/users/meters/store'

/** So long a reservation holds, by the database's clock, where nobody settles it. */
const reservedSeconds = 120

type Reserving = {
  id: string
  meter: MeterName
  wanted: number
  busy: string
  refusal: (limit: number, resetsAt: string) => string
}

/**
 * Keeps at most `wanted` of what is left of a meter until it is settled, one at a time for each person.
 * Throws RATE_LIMITED with `busy` while another is kept, PLAN_LIMIT where nothing is left.
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

/** As `usage-limit/user` tells it. */
export async function readAllowance(db: Database, user: string, meter: MeterName) {
  const { used, resetsAt, plan } = await readOf(db, user, meter)
  return { used, resetsAt, limit: plans[plan][meters[meter].allowance] }
}

async function readOf(db: Database, user: string, meter: MeterName) {
  const [read, plan] = await Promise.all([readMeter(db, user, meter), findPlan(db.pool, user)])
  if (!plan) throw notFound()
  return { ...read, plan }
}
