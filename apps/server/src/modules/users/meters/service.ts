import { type MeterName, meters, plans } from '@wingmark/contract/plans'
import type { Database, Transaction } from '#server/db/client'
import { addToMeter, findMeter, findPlan } from '#server/modules/users/meters/store'
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
