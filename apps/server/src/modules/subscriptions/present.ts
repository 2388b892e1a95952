import { type Plan, plans } from '@wingmark/contract/plans'
import type { PlanOffer, Price, Subscription } from '@wingmark/contract/subscriptions'
import { findPaid, findShown, freeStorageLeft } from '#server/modules/subscriptions/policy'
import type { SubscriptionRow } from '#server/modules/subscriptions/store'
import type { UserRow } from '#server/modules/users/service'
import type { Config } from '#server/platform/config'

export function presentOffers(price: Price | null): PlanOffer[] {
  return (['FREE', 'PILOT', 'COMMANDER'] as const).map((plan: Plan) => ({
    _id: plan,
    ...plans[plan],
    price: plan === 'COMMANDER' ? price : null,
  }))
}

export function presentSubscription(
  user: UserRow,
  kept: readonly SubscriptionRow[],
  { plansMode, stripe, storageMaxBytes }: Config,
): Subscription {
  const isCommander = user.plan === 'COMMANDER'
  const isPaid = findPaid(kept) !== null
  const mayBuy = plansMode !== 'OPERATOR'
  const moreStorageBytes = plansMode === 'OPEN' ? freeStorageLeft(user.extraStorageBytes, storageMaxBytes) : 0
  const shown = findShown(kept, new Date())
  return {
    plan: user.plan,
    source: shown?.source ?? null,
    status: shown?.status ?? 'NONE',
    periodEnd: shown?.periodEnd?.toISOString() ?? null,
    isEnding: shown?.isEnding ?? false,
    extraStorageBytes: user.extraStorageBytes,
    moreStorageBytes,
    can: {
      upgrade: !isCommander && mayBuy,
      cancel: (isPaid ? plansMode === 'STRIPE' : isCommander) && shown !== null && !shown.isEnding,
      portal: plansMode === 'STRIPE' && kept.some(({ stripeCustomer }) => stripeCustomer !== null),
      addStorage:
        plansMode === 'STRIPE' ? stripe !== null && stripe.priceStorage !== null : moreStorageBytes > 0,
    },
  }
}
