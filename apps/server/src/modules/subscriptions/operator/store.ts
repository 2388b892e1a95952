import { inArray } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { subscriptions } from '#server/db/tables/subscriptions'
import type { SubscriptionRow } from '#server/modules/subscriptions/store'

export const listSubscriptionsOf = (db: Queryable, users: readonly string[]): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.userId, [...users]))
