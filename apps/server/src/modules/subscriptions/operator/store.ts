import { inArray } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { subscriptions } from '#server/db/tables/subscriptions'

export function findSourcesOf(db: Queryable, users: readonly string[]) {
  return db
    .select({ user: subscriptions.userId, source: subscriptions.source, until: subscriptions.periodEnd })
    .from(subscriptions)
    .where(inArray(subscriptions.userId, [...users]))
}
