import { type Plan, plans } from '@wingmark/contract/plans'
import type { PlanOffer, Price, Subscription } from '@wingmark/contract/subscriptions'
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
  kept: SubscriptionRow | null,
  { plansMode }: Config,
): Subscription {
  const isCommander = user.plan === 'COMMANDER'
  const mayBuy = plansMode !== 'OPERATOR'
  return {
    plan: user.plan,
    source: kept?.source ?? null,
    status: kept?.status ?? 'NONE',
    periodEnd: kept?.periodEnd?.toISOString() ?? null,
    isEnding: kept?.isEnding ?? false,
    extraStorageBytes: user.extraStorageBytes,
    can: {
      upgrade: !isCommander && mayBuy,
      cancel: isCommander && kept !== null && !kept.isEnding,
      portal: plansMode === 'STRIPE' && kept !== null && kept.stripeCustomer !== null,
      addStorage: mayBuy,
    },
  }
}
