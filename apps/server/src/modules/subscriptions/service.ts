import { type Plan, plans, storagePackBytes } from '@wingmark/contract/plans'
import type { Plans, Subscription } from '@wingmark/contract/subscriptions'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { UnverifiedPart } from '#server/module-parts'
import { signalUser } from '#server/modules/events/service'
import { notifyOfPlan } from '#server/modules/subscriptions/notices/service'
import {
  doesGive,
  effectivePlan,
  findPaid,
  freeStorageLeft,
  newsOf,
  readPaid,
} from '#server/modules/subscriptions/policy'
import { presentOffers, presentSubscription } from '#server/modules/subscriptions/present'
import {
  addEndJob,
  addLookJobs,
  listSubscriptions,
  type SubscriptionRow,
  saveSubscription,
} from '#server/modules/subscriptions/store'
import { movePlan } from '#server/modules/subscriptions/unverified-work/store'
import {
  findUser,
  hasConnectionProfile,
  lockUser,
  setPlan,
  type UserRow,
} from '#server/modules/users/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'

type Settled = { user: UserRow; kept: SubscriptionRow[] }
type Facts = Parameters<typeof saveSubscription>[2]
type Source = Facts['source']

export { exportSubscription } from '#server/modules/subscriptions/store'

/** The plan without any subscription. */
const basePlanOf = async (tx: Transaction, userId: string) =>
  (await hasConnectionProfile(tx, userId)) ? 'PILOT' : 'FREE'

const nothingYet: Omit<Facts, 'source'> = { plan: 'COMMANDER', status: 'NONE' }

/** Starts to load unknown prices. */
export const knownPrices = ({ payments }: Deps) => ({
  commander: payments?.price('COMMANDER') ?? null,
  storage: payments?.price('STORAGE') ?? null,
})

/** What every plan gives, and how to get it here. */
export function getPlans(deps: Deps): Plans {
  const { plansMode } = deps.config
  const { commander, storage } = knownPrices(deps)
  const isSold = plansMode === 'STRIPE' && storage !== null
  return {
    mode: plansMode,
    operatorEmail: deps.config.operatorEmail,
    plans: presentOffers(commander),
    storagePack:
      plansMode === 'OPEN' || isSold
        ? {
            bytes: storagePackBytes[plansMode === 'OPEN' ? 'OPEN' : 'STRIPE'],
            price: storage,
          }
        : null,
    hasAi: deps.ai !== null,
    ...(deps.ai ? { ai: { host: deps.ai.about.host, isLocal: deps.ai.about.isLocal } } : {}),
  }
}

export async function getSubscription(deps: Deps, actor: UserActor): Promise<Subscription> {
  const { orm } = deps.db
  const [user, kept] = await Promise.all([findUser(orm, actor.id), listSubscriptions(orm, actor.id)])
  if (!user) throw notFound()
  return present(deps, { user, kept })
}

/** Throws FORBIDDEN for another user, NOT_FOUND for a missing one, CONFLICT for the current plan. */
export async function upgradePlan(deps: Deps, actor: UserActor, given: { id: string; planId: Plan }) {
  await deps.limits.consume({ planByUser: actor.id })
  if (given.id !== actor.id) throw (await findUser(deps.db.orm, given.id)) ? forbidden() : notFound()
  const { plansMode } = deps.config
  const { user, kept } = await deps.db.orm.transaction(async (tx) => {
    const found = await lock(tx, actor.id)
    requireUpgrade(found.user, given.planId)
    requireBelowLimit(found.user, given.planId)
    if (plansMode === 'OPERATOR')
      throw new DomainError('FORBIDDEN', {
        message: 'Plans on this server are assigned by the person who runs it.',
      })
    if (plansMode === 'OPEN')
      await settle(tx, found, 'OPEN', { ...nothingYet, status: 'ACTIVE', periodEnd: null }, 'quietly')
    return found
  })
  if (plansMode === 'STRIPE')
    return {
      state: 'PAYMENT_NEEDED' as const,
      checkoutUrl: await startCheckout(deps, user, kept, 'COMMANDER'),
    }
  signalUser(deps, actor.id)
  return { state: 'ACTIVE' as const, plan: 'COMMANDER' as const }
}

function requireUpgrade(user: UserRow, wanted: Plan): void {
  if (user.plan === wanted) throw new DomainError('CONFLICT', { message: 'This is already your plan.' })
  if (wanted === 'FREE')
    throw new DomainError('CONFLICT', { message: 'Cancel your plan to go back to Free.' })
  if (wanted === 'COMMANDER') return
  const message =
    user.plan === 'COMMANDER'
      ? 'Cancel Commander to go back to Pilot.'
      : 'Build your Connection Profile to unlock Pilot.'
  throw new DomainError('CONFLICT', { message })
}

/** Nobody may take a plan in which they could upload nothing. */
function requireBelowLimit({ usedBytes, extraStorageBytes }: UserRow, wanted: Plan): void {
  const limitBytes = plans[wanted].storageBytes + extraStorageBytes
  if (usedBytes <= limitBytes) return
  throw new DomainError('CONFLICT', {
    message: `You use ${usedBytes.toLocaleString('en')} bytes. This plan has ${limitBytes.toLocaleString('en')}.`,
  })
}

/** Paid plans end with their period, free ones and failed payments at once. Deletes nothing. Throws CONFLICT without a plan. */
export async function cancelPlan(deps: Deps, actor: UserActor): Promise<Subscription> {
  await deps.limits.consume({ planByUser: actor.id })
  const paid = await deps.db.orm.transaction(async (tx) => {
    const found = await lock(tx, actor.id)
    const charged = findPaid(found.kept)
    if (charged) return charged
    if (found.user.plan !== 'COMMANDER')
      throw new DomainError('CONFLICT', { message: 'There is no plan to cancel.' })
    await endGiven(tx, found, ['OPEN', 'OPERATOR'], 'quietly')
    return null
  })
  if (paid?.stripeSubscription) {
    const change = await endPaid(deps, paid, paid.stripeSubscription)
    await deps.db.orm.transaction(async (tx) =>
      settle(tx, await lock(tx, actor.id), 'STRIPE', change, 'quietly'),
    )
  }
  signalUser(deps, actor.id)
  return getSubscription(deps, actor)
}

async function endPaid(deps: Deps, paid: SubscriptionRow, id: string): Promise<Partial<SubscriptionRow>> {
  const { payments } = deps
  if (!payments)
    throw new DomainError('CONFLICT', {
      message: 'Payments are off on this server. Cancel the plan with the link in Stripe’s receipts.',
    })
  if (doesGive(paid, new Date())) {
    await payments.endAtPeriodEnd(id)
    return { isEnding: true }
  }
  await payments.endNow(id)
  return { status: 'ENDED', stripeSubscription: null, pastDueSince: null }
}

/** Adds a pack of storage. Throws FORBIDDEN if only the operator gives it, CONFLICT at the maximum. */
export async function addStorage(deps: Deps, actor: UserActor, key: string | null) {
  await deps.limits.consume({ planByUser: actor.id })
  const { plansMode, storageMaxBytes } = deps.config
  if (plansMode === 'OPERATOR')
    throw new DomainError('FORBIDDEN', {
      message: 'Storage on this server is assigned by the person who runs it.',
    })
  const found = await deps.db.orm.transaction(async (tx) => {
    const before = await lock(tx, actor.id)
    if (plansMode !== 'OPEN') return before
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: uuid() })
    if (earlier !== null) return before
    if (freeStorageLeft(before.user.extraStorageBytes, storageMaxBytes) === 0)
      throw new DomainError('CONFLICT', { message: 'You already have the most storage available here.' })
    const taken = before.kept.find(({ source }) => source === 'OPEN')?.extraStorageBytes ?? 0
    return settle(tx, before, 'OPEN', { extraStorageBytes: taken + storagePackBytes.OPEN }, 'quietly')
  })
  if (plansMode === 'STRIPE')
    return {
      state: 'PAYMENT_NEEDED' as const,
      checkoutUrl: await startCheckout(deps, found.user, found.kept, 'STORAGE'),
    }
  signalUser(deps, actor.id)
  const { plan, extraStorageBytes } = found.user
  return { state: 'ACTIVE' as const, limitBytes: plans[plan].storageBytes + extraStorageBytes }
}

/** The payment provider's own pages. Throws CONFLICT for users who never paid. */
export async function openPortal(deps: Deps, actor: UserActor): Promise<{ url: string }> {
  await deps.limits.consume({ planByUser: actor.id })
  const customer = customerIn(await listSubscriptions(deps.db.orm, actor.id))
  if (customer === null || !deps.payments)
    throw new DomainError('CONFLICT', { message: 'There is nothing to manage yet.' })
  return { url: await deps.payments.portal(customer, `${deps.config.publicUrl}/pricing`) }
}

/** Throws CONFLICT if it is already paid but not yet known here. */
async function startCheckout(
  deps: Deps,
  user: UserRow,
  kept: readonly SubscriptionRow[],
  product: 'COMMANDER' | 'STORAGE',
): Promise<string> {
  const payments = requirePayments(deps)
  const known = customerIn(kept)
  if (known !== null && product === 'COMMANDER') await requireUnpaid(deps, known)
  const customer = known ?? (await keepCustomer(deps, user))
  const isStorage = product === 'STORAGE'
  const backTo = `${deps.config.publicUrl}/${isStorage ? 'upgrade-storage' : 'pricing'}`
  const paidTo = `${backTo}?paid=yes${isStorage ? `&had=${user.extraStorageBytes}` : ''}`
  return payments.checkout({ customer, product, backTo, paidTo })
}

async function requireUnpaid(deps: Deps, customer: string): Promise<void> {
  const found = await requirePayments(deps).subscriptionsOf(customer)
  if (readPaid(found, null, new Date()).status !== 'ACTIVE') return
  await addLookJobs(deps.db.orm, [customer])
  throw new DomainError('CONFLICT', {
    message: 'Your payment is being confirmed. You’ll get a notification.',
  })
}

const customerIn = (kept: readonly SubscriptionRow[]): string | null =>
  kept.find(({ stripeCustomer }) => stripeCustomer !== null)?.stripeCustomer ?? null

async function keepCustomer(deps: Deps, user: UserRow): Promise<string> {
  const stripeCustomer = await requirePayments(deps).customerOf(user)
  await deps.db.orm.transaction(async (tx) => {
    await settle(tx, await lock(tx, user.id), 'STRIPE', { stripeCustomer })
  })
  return stripeCustomer
}

export function requirePayments({ payments }: Deps) {
  if (!payments) throw new DomainError('NOT_FOUND')
  return payments
}

export async function lock(tx: Transaction, userId: string): Promise<Settled> {
  const user = await lockUser(tx, userId)
  if (!user) throw notFound()
  return { user, kept: await listSubscriptions(tx, userId) }
}

const standingOf = ({ user, kept }: Settled) => ({
  plan: user.plan,
  status: findPaid(kept)?.status ?? null,
  extraStorageBytes: user.extraStorageBytes,
})

/** The one plan and storage that count now, from everything given, taken and paid. */
async function sumUp(tx: Transaction, userId: string, kept: readonly SubscriptionRow[]) {
  const plan = effectivePlan(kept, await basePlanOf(tx, userId), new Date())
  const sum = { plan, extraStorageBytes: kept.reduce((all, one) => all + one.extraStorageBytes, 0) }
  await setPlan(tx, userId, sum)
  return sum
}

/** Saves a change of one source and derives the plan. Needs the user's row locked; call `signalInboxes` after it. */
export async function settle(
  tx: Transaction,
  before: Settled,
  source: Source,
  change: Partial<Omit<Facts, 'source'>>,
  how: 'tell' | 'quietly' = 'tell',
): Promise<Settled> {
  const { user } = before
  const known = before.kept.find((one) => one.source === source)
  await saveSubscription(tx, user.id, { ...nothingYet, ...known, ...change, source })
  const kept = await listSubscriptions(tx, user.id)
  const after = { user: { ...user, ...(await sumUp(tx, user.id, kept)) }, kept }
  const news = newsOf(standingOf(before), standingOf(after))
  if (news && how === 'tell') await notifyOfPlan(tx, user.id, news)
  return after
}

/** Ends free and given plans, but keeps their storage. */
export async function endGiven(
  tx: Transaction,
  found: Settled,
  sources: readonly Source[],
  how: 'tell' | 'quietly',
): Promise<void> {
  let now = found
  for (const { source, status } of found.kept)
    if (sources.includes(source) && status === 'ACTIVE')
      now = await settle(tx, now, source, { status: 'ENDED' }, how)
}

/** Like `settle` without a change: applies dates that passed and profiles that came or went. */
export async function settlePlan(tx: Transaction, userId: string): Promise<Plan> {
  const { user, kept } = await lock(tx, userId)
  const { plan } = await sumUp(tx, userId, kept)
  if (plan === user.plan) return plan
  const before = standingOf({ user, kept })
  const news = newsOf(before, { ...before, plan })
  if (news) await notifyOfPlan(tx, userId, news)
  return plan
}

const present = (deps: Deps, { user, kept }: Settled): Subscription =>
  presentSubscription(user, kept, deps.config)

/** Plans from before the address was verified are not the owner's: neither their card nor their bills. */
export const unverifiedPlan: UnverifiedPart = {
  async move(tx, move) {
    await movePlan.count(tx, move)
    for (const userId of [move.from, move.to]) {
      const { kept } = await lock(tx, userId)
      await sumUp(tx, userId, kept)
    }
  },
}

/** Ends the account's subscriptions; a job tells the payment provider, which may be unavailable. */
export async function leaveSubscription(tx: Transaction, { user }: { user: string }): Promise<void> {
  const customer = customerIn(await listSubscriptions(tx, user))
  if (customer !== null) await addEndJob(tx, customer)
}
