import { type Plan, plans } from '@wingmark/contract/plans'
import type { Deps } from '#server/deps'
import { listByPlan } from '#server/modules/subscriptions/operator/store'
import { lock, settle } from '#server/modules/subscriptions/service'
import { findUserByEmail } from '#server/modules/users/service'

type Needs = Pick<Deps, 'db'>

export type PlanLine = {
  email: string
  plan: Plan
  source: string | null
  until: Date | null
  usedBytes: number
  limitBytes: number
}

/** Who has another plan than Free, or more storage, by address. */
export async function listPlans({ db }: Needs): Promise<PlanLine[]> {
  const rows = await listByPlan(db.orm)
  return rows.map(({ extraStorageBytes, ...row }) => ({
    ...row,
    limitBytes: plans[row.plan].storageBytes + extraStorageBytes,
  }))
}

export async function showPlan({ db }: Needs, email: string): Promise<PlanLine | null> {
  const user = await findUserByEmail(db.orm, email.toLowerCase())
  if (!user) return null
  const { kept } = await db.orm.transaction((tx) => lock(tx, user.id))
  return {
    email: user.email,
    plan: user.plan,
    source: kept?.source ?? null,
    until: kept?.periodEnd ?? null,
    usedBytes: user.usedBytes,
    limitBytes: plans[user.plan].storageBytes + user.extraStorageBytes,
  }
}

/** Gives Commander, for good or until a day, or takes it back. False where nobody has the address. */
export async function givePlan(
  { db }: Needs,
  email: string,
  given: { plan: Plan; until: Date | null },
): Promise<boolean> {
  const user = await findUserByEmail(db.orm, email.toLowerCase())
  if (!user) return false
  await db.orm.transaction(async (tx) => {
    const before = await lock(tx, user.id)
    const isGiven = given.plan !== 'FREE'
    await settle(tx, before, {
      source: 'OPERATOR',
      plan: given.plan === 'PILOT' ? 'PILOT' : 'COMMANDER',
      status: isGiven ? 'ACTIVE' : 'ENDED',
      periodEnd: isGiven ? given.until : null,
      isEnding: given.until !== null,
    })
  })
  return true
}

/** Makes the storage this many bytes in all; never less than the plan gives. */
export async function giveStorage({ db }: Needs, email: string, bytes: number): Promise<boolean> {
  const user = await findUserByEmail(db.orm, email.toLowerCase())
  if (!user) return false
  await db.orm.transaction(async (tx) => {
    const before = await lock(tx, user.id)
    const extraStorageBytes = Math.max(0, bytes - plans[before.user.plan].storageBytes)
    await settle(tx, before, { source: before.kept?.source ?? 'OPERATOR', extraStorageBytes })
  })
  return true
}
