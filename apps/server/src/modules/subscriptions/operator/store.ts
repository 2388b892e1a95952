import { asc, eq, gt, ne, or } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { subscriptions } from '#server/db/tables/subscriptions'
import { users } from '#server/db/tables/users'

const listedMax = 10_000

export function listByPlan(db: Queryable) {
  return db
    .select({
      email: users.email,
      plan: users.plan,
      source: subscriptions.source,
      until: subscriptions.periodEnd,
      usedBytes: users.usedBytes,
      extraStorageBytes: users.extraStorageBytes,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(or(ne(users.plan, 'FREE'), gt(users.extraStorageBytes, 0)))
    .orderBy(asc(users.email))
    .limit(listedMax)
}
