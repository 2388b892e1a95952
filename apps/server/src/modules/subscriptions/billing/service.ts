import { storagePackBytes } from '@wingmark/contract/plans'
import type { Deps } from '#server/deps'
import { signalInboxes, signalUser } from '#server/modules/events/service'
import { findPaid, isOver, pastDueDays, readPaid } from '#server/modules/subscriptions/policy'
import { lock, requirePayments, settle, settlePlan } from '#server/modules/subscriptions/service'
import {
  addLookJobs,
  deleteOldBillingEvents,
  findSubscriptionOfCustomer,
  insertBillingEvent,
  listCustomers,
  listOver,
} from '#server/modules/subscriptions/store'
import { DomainError } from '#server/platform/domain-error'

/** An event only says that something changed: stored once, it starts a job. Throws BAD_REQUEST for forged ones. */
export async function takeEvent(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  const event = await requirePayments(deps).readEvent(body, signature ?? '')
  if (!event)
    throw new DomainError('BAD_REQUEST', { message: 'This event isn’t signed by the payment provider.' })
  await deps.db.orm.transaction(async (tx) => {
    const isNew = await insertBillingEvent(tx, event.id)
    if (isNew && event.customer !== null) await addLookJobs(tx, [event.customer])
  })
}

/** Derives the plan from the customer's current subscriptions, in whatever order events arrived. */
export async function lookAtCustomer(deps: Deps, customer: string): Promise<void> {
  const known = await findSubscriptionOfCustomer(deps.db.orm, customer)
  if (!known) return
  const payments = requirePayments(deps)
  const found = await payments.subscriptionsOf(customer)
  const surplus = await deps.db.orm.transaction(async (tx) => {
    const before = await lock(tx, known.userId)
    const pastDueSince = findPaid(before.kept)?.pastDueSince ?? null
    const { storagePacks, surplus: doubled, ...facts } = readPaid(found, pastDueSince, new Date())
    const extraStorageBytes = storagePacks * storagePackBytes.STRIPE
    await settle(tx, before, 'STRIPE', { ...facts, plan: 'COMMANDER', extraStorageBytes })
    return doubled
  })
  signalUser(deps, known.userId)
  signalInboxes(deps, [known.userId])
  for (const id of surplus) {
    deps.log.warn({ subscription: id }, 'paid twice: the later payment is given back, and ends now')
    await payments.refundLast(id)
    await payments.endNow(id)
  }
}

const pageSize = 100

/** Nightly: checks everyone who ever paid, in case an event was lost. */
export async function compareAll(deps: Deps): Promise<void> {
  if (!deps.payments) return
  let after = ''
  for (;;) {
    const customers = await listCustomers(deps.db.orm, after, pageSize)
    await addLookJobs(deps.db.orm, customers)
    const last = customers.at(-1)
    if (last === undefined || customers.length < pageSize) break
    after = last
  }
  await deleteOldBillingEvents(deps.db.orm, 90)
}

/** Hourly: ends plans given until a day, or unpaid for a week. */
export async function endOver(deps: Deps): Promise<void> {
  for (const userId of await listOver(deps.db.orm, pastDueDays, 500)) {
    await deps.db.orm.transaction(async (tx) => {
      let now = await lock(tx, userId)
      for (const one of now.kept)
        if (isOver(one, new Date())) now = await settle(tx, now, one.source, { status: 'ENDED' })
      await settlePlan(tx, userId)
    })
    signalUser(deps, userId)
    signalInboxes(deps, [userId])
  }
}

/** Ends a deleted account's subscriptions and open checkouts. Repeats until the payment provider confirms it. */
export async function endOfDeleted(deps: Deps, customer: string): Promise<void> {
  const payments = requirePayments(deps)
  await payments.expireCheckouts(customer)
  for (const { id, status } of await payments.subscriptionsOf(customer))
    if (status !== 'ended') await payments.endNow(id)
}
