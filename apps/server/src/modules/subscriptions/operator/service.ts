import { type Plan, plans } from '@wingmark/contract/plans'
import type { Deps } from '#server/deps'
import { findSourcesOf } from '#server/modules/subscriptions/operator/store'
import { lock, settle } from '#server/modules/subscriptions/service'
import { findUserByEmail, listUsersWithMore } from '#server/modules/users/service'

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
  const users = await listUsersWithMore(db.orm)
  const sources = await findSourcesOf(
    db.orm,
    users.map(({ id }) => id),
  )
  const sourceOf = new Map(sources.map(({ user, ...source }) => [user, source]))
  return users.map(({ id, extraStorageBytes, ...user }) => ({
    ...user,
    ...(sourceOf.get(id) ?? { source: null, until: null }),
    limitBytes: plans[user.plan].storageBytes + extraStorageBytes,
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
