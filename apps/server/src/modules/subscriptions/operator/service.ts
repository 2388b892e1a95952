import { readAddress } from '@wingmark/contract/addresses'
import { type Plan, plans } from '@wingmark/contract/plans'
import type { Deps } from '#server/deps'
import { signalInboxesFromCommand } from '#server/modules/events/service'
import { listSubscriptionsOf } from '#server/modules/subscriptions/operator/store'
import { doesGive } from '#server/modules/subscriptions/policy'
import { endGiven, lock, settle } from '#server/modules/subscriptions/service'
import type { SubscriptionRow } from '#server/modules/subscriptions/store'
import { findUserByEmail, listUsersWithMore } from '#server/modules/users/service'

type Needs = Pick<Deps, 'db'>

export type PlanLine = {
  email: string
  plan: Plan
  /** All current sources of the plan. */
  by: { source: string; until: Date | null }[]
  usedBytes: number
  limitBytes: number
}

/** Users with a plan above Free, or extra storage, by address. */
export async function listPlans({ db }: Needs): Promise<PlanLine[]> {
  const users = await listUsersWithMore(db.orm)
  const kept = await listSubscriptionsOf(
    db.orm,
    users.map(({ id }) => id),
  )
  const keptOf = Map.groupBy(kept, ({ userId }) => userId)
  return users.map(({ id, extraStorageBytes, ...user }) => ({
    ...user,
    by: waysOf(keptOf.get(id) ?? []),
    limitBytes: plans[user.plan].storageBytes + extraStorageBytes,
  }))
}

const waysOf = (kept: readonly SubscriptionRow[]): PlanLine['by'] =>
  kept.filter((one) => doesGive(one, new Date())).map(({ source, periodEnd: until }) => ({ source, until }))

export async function showPlan({ db }: Needs, email: string): Promise<PlanLine | null> {
  const user = await findUserByEmail(db.orm, readAddress(email))
  if (!user) return null
  const { kept } = await db.orm.transaction((tx) => lock(tx, user.id))
  return {
    email: user.email,
    plan: user.plan,
    by: waysOf(kept),
    usedBytes: user.usedBytes,
    limitBytes: plans[user.plan].storageBytes + user.extraStorageBytes,
  }
}

/**
 * Gives Commander, permanently or until a day, or revokes it and free ones; paid plans continue. False without an account.
 */
export async function givePlan(
  { db }: Needs,
  email: string,
  given: { plan: Plan; until: Date | null },
): Promise<boolean> {
  const user = await findUserByEmail(db.orm, readAddress(email))
  if (!user) return false
  await db.orm.transaction(async (tx) => {
    const before = await lock(tx, user.id)
    const isGiven = given.plan !== 'FREE'
    const now = await settle(tx, before, 'OPERATOR', {
      plan: given.plan === 'PILOT' ? 'PILOT' : 'COMMANDER',
      status: isGiven ? 'ACTIVE' : 'ENDED',
      periodEnd: isGiven ? given.until : null,
      isEnding: given.until !== null,
    })
    await endGiven(tx, now, ['OPEN'], 'tell')
  })
  await signalInboxesFromCommand({ db }, [user.id])
  return true
}

/** Sets the total storage in bytes; never below what the plan and payments give. */
export async function giveStorage({ db }: Needs, email: string, bytes: number): Promise<boolean> {
  const user = await findUserByEmail(db.orm, readAddress(email))
  if (!user) return false
  await db.orm.transaction(async (tx) => {
    const found = await lock(tx, user.id)
    const taken = found.kept.some(({ source }) => source === 'OPEN')
    const before = taken ? await settle(tx, found, 'OPEN', { extraStorageBytes: 0 }, 'quietly') : found
    const paidBytes = before.kept.find(({ source }) => source === 'STRIPE')?.extraStorageBytes ?? 0
    const extraStorageBytes = Math.max(0, bytes - plans[before.user.plan].storageBytes - paidBytes)
    // The notification compares with the state before both changes.
    await settle(tx, { ...before, user: found.user }, 'OPERATOR', { extraStorageBytes })
  })
  await signalInboxesFromCommand({ db }, [user.id])
  return true
}
