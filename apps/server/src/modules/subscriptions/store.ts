import { and, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Queryable } from '#server/db/client'
import { statement } from '#server/db/statement'
import { billingEvents, subscriptions } from '#server/db/tables/subscriptions'

export type SubscriptionRow = typeof subscriptions.$inferSelect
type Facts = Omit<typeof subscriptions.$inferInsert, 'userId' | 'createdAt' | 'updatedAt'>

/** One per source; at most three. */
export const listSubscriptions = (db: Queryable, userId: string): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.updatedAt))

export async function findSubscriptionOfCustomer(
  db: Queryable,
  customer: string,
): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.stripeCustomer, customer))
  return row ?? null
}

export async function saveSubscription(db: Queryable, userId: string, facts: Facts): Promise<void> {
  await db
    .insert(subscriptions)
    .values({ userId, ...facts })
    .onConflictDoUpdate({
      target: [subscriptions.userId, subscriptions.source],
      set: { ...facts, updatedAt: sql`now()` },
    })
}

/** Overdue by the database's clock: given until a day, or unpaid for too long. */
export async function listOver(db: Queryable, pastDueDays: number, limit: number): Promise<string[]> {
  const givenUntil = and(
    eq(subscriptions.status, 'ACTIVE'),
    sql`${subscriptions.source} <> 'STRIPE'`,
    lt(subscriptions.periodEnd, sql`now()`),
  )
  const notCharged = and(
    eq(subscriptions.status, 'PAST_DUE'),
    lt(subscriptions.pastDueSince, sql`now() - make_interval(days => ${pastDueDays})`),
  )
  const rows = await db
    .selectDistinct({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(or(givenUntil, notCharged))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** All customers of the payment provider, in pages by id. */
export async function listCustomers(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ customer: subscriptions.stripeCustomer })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.stripeCustomer), sql`${subscriptions.stripeCustomer} > ${after}`))
    .orderBy(subscriptions.stripeCustomer)
    .limit(limit)
  return rows.flatMap(({ customer }) => (customer === null ? [] : [customer]))
}

/** False for a repeated event. */
export async function insertBillingEvent(db: Queryable, id: string): Promise<boolean> {
  const made = await db
    .insert(billingEvents)
    .values({ id })
    .onConflictDoNothing()
    .returning({ id: billingEvents.id })
  return made.length > 0
}

export async function deleteOldBillingEvents(db: Queryable, days: number): Promise<void> {
  await db
    .delete(billingEvents)
    .where(lt(billingEvents.createdAt, sql`now() - make_interval(days => ${days})`))
}

// Customers share a few queues, since workers scan every queue that ever existed.
const queueOf = (customer: string) => `'subscriptions ' || (hashtext(${customer}) & 7)`

const addLooks = statement('subscription-looks', {
  takes: { customers: 'text[]' },
  text: `select count(graphile_worker.add_job('subscriptions:look', json_build_object('customer', customer),
      queue_name => ${queueOf('customer')}, job_key => 'subscriptions:look ' || customer))
    from unnest({customers}::text[]) customer`,
})

/** At most one waiting job per customer besides a running one, so that the last reads the latest state. */
export async function addLookJobs(tx: Queryable, customers: readonly string[]): Promise<void> {
  await addLooks.count(tx, { customers })
}

const addEnd = statement('subscription-end', {
  takes: { customer: 'text' },
  text: `select graphile_worker.add_job('subscriptions:end-of-deleted', json_build_object('customer', {customer}::text),
    queue_name => ${queueOf('{customer}::text')})`,
})

/** Retries with growing pauses for some days. */
export async function addEndJob(tx: Queryable, customer: string): Promise<void> {
  await addEnd.count(tx, { customer })
}

export const exportSubscription = exportedItems(
  'subscription',
  `select user_id as id, json_build_object('source', source, 'plan', plan, 'status', status, 'periodEnd', period_end,
        'isEnding', is_ending, 'extraStorageBytes', extra_storage_bytes, 'createdAt', created_at) as item
     from subscriptions where user_id = {owner}::uuid and user_id > {after}::uuid order by user_id, source`,
)
