import { type Plan, plans, storagePackBytes } from '@wingmark/contract/plans'
import type { PlansMode } from '@wingmark/contract/subscriptions'
import type { PaidSubscription } from '#server/platform/payments'

/** How long an unpaid plan stays. */
export const pastDueDays = 7
const dayMs = 86_400_000

/** A stored subscription; `plan` is what it gives while active. */
export type Kept = {
  source: PlansMode
  plan: 'PILOT' | 'COMMANDER'
  status: 'NONE' | 'ACTIVE' | 'PAST_DUE' | 'ENDED'
  periodEnd: Date | null
  isEnding: boolean
  pastDueSince: Date | null
  stripeSubscription: string | null
}

/** Whether it was given until a day that has passed. */
export const isOver = (kept: Kept, now: Date): boolean =>
  kept.status === 'ACTIVE' && kept.source !== 'STRIPE' && kept.periodEnd !== null && kept.periodEnd <= now

/** Whether a source gives its plan now. */
export function doesGive(kept: Kept, now: Date): boolean {
  if (kept.status === 'ACTIVE') return !isOver(kept, now)
  if (kept.status !== 'PAST_DUE' || !kept.pastDueSince) return false
  return now.getTime() - kept.pastDueSince.getTime() < pastDueDays * dayMs
}

const fromLeast: readonly Plan[] = ['FREE', 'PILOT', 'COMMANDER']

/** The one plan that counts now. `base` is the plan without any subscription. */
export function effectivePlan(kept: readonly Kept[], base: 'FREE' | 'PILOT', now: Date): Plan {
  const given = new Set<Plan>([base, ...kept.filter((one) => doesGive(one, now)).map(({ plan }) => plan)])
  return fromLeast.findLast((plan) => given.has(plan)) ?? base
}

const isPaid = ({ stripeSubscription }: Kept) => stripeSubscription !== null

/** A paid subscription that continues until cancelled. */
export const findPaid = <One extends Kept>(kept: readonly One[]): One | null => kept.find(isPaid) ?? null

/** The plan a person sees, of several: the paid one, then the largest, then the ended one. */
export function findShown<One extends Kept>(kept: readonly One[], now: Date): One | null {
  const rank = (one: Kept) => {
    if (isPaid(one)) return 4
    if (doesGive(one, now)) return fromLeast.indexOf(one.plan) + 1
    return one.status === 'ENDED' ? 1 : 0
  }
  return kept.toSorted((one, other) => rank(other) - rank(one))[0] ?? null
}

const largestStorageBytes = Math.max(...Object.values(plans).map((plan) => plan.storageBytes))

/** Free storage left to take, in whole packs. Counts the largest plan, so that upgrades stay below the maximum. */
export function freeStorageLeft(extraStorageBytes: number, maxBytes: number): number {
  const left = maxBytes - largestStorageBytes - extraStorageBytes
  return Math.max(0, Math.floor(left / storagePackBytes.OPEN)) * storagePackBytes.OPEN
}

export type PlanNews = 'PLAN_STARTED' | 'PLAN_UNPAID' | 'PLAN_ENDED' | 'PLAN_STORAGE'
type Standing = { plan: Plan; status: Kept['status'] | null; extraStorageBytes: number }

/** The notification about a change that the user did not just make. */
export function newsOf(before: Standing, after: Standing): PlanNews | null {
  const isIt = after.plan === 'COMMANDER'
  if (isIt !== (before.plan === 'COMMANDER')) return isIt ? 'PLAN_STARTED' : 'PLAN_ENDED'
  if (isIt && after.status === 'PAST_DUE' && before.status !== 'PAST_DUE') return 'PLAN_UNPAID'
  return before.extraStorageBytes === after.extraStorageBytes ? null : 'PLAN_STORAGE'
}

export type PaidFacts = {
  status: Kept['status']
  stripeSubscription: string | null
  periodEnd: Date | null
  isEnding: boolean
  pastDueSince: Date | null
  storagePacks: number
  /** Paid twice: these end now, with a refund of the last payment. */
  surplus: string[]
}

/** Whether an unpaid subscription still has time. */
const isHeld = ({ status, periodStart }: PaidSubscription, now: Date) =>
  status === 'active' || now.getTime() - periodStart.getTime() < pastDueDays * dayMs

/** The result of all of a customer's subscriptions; the oldest active one counts, a paid one before others. */
export function readPaid(
  found: readonly PaidSubscription[],
  pastDueSince: Date | null,
  now: Date,
): PaidFacts {
  const isLiving = ({ status }: PaidSubscription) => status === 'active' || status === 'past-due'
  const living = found
    .filter(isLiving)
    .toSorted(
      (one, other) =>
        Number(one.status !== 'active') - Number(other.status !== 'active') ||
        one.createdAt.getTime() - other.createdAt.getTime(),
    )
  const gives = (name: string) => (one: PaidSubscription) =>
    one.products.some(({ product }) => product === name)
  const [counted, ...surplus] = living.filter(gives('COMMANDER'))
  const packs = living
    .filter((one) => isHeld(one, now))
    .flatMap(({ products }) => products)
    .filter(({ product }) => product === 'STORAGE')
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const isPastDue = counted?.status === 'past-due'
  const wasThere = found.some(gives('COMMANDER'))
  return {
    status: counted ? (isPastDue ? 'PAST_DUE' : 'ACTIVE') : wasThere ? 'ENDED' : 'NONE',
    stripeSubscription: counted?.id ?? null,
    periodEnd: counted?.periodEnd ?? null,
    isEnding: counted?.isEnding ?? false,
    pastDueSince: isPastDue ? (pastDueSince ?? now) : null,
    storagePacks: packs,
    surplus: surplus.map(({ id }) => id),
  }
}
