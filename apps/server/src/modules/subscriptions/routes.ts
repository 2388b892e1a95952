import * as contract from '@wingmark/contract/subscriptions'
import type { Mounting } from '#server/http/mount'
import { mountBilling } from '#server/modules/subscriptions/billing/routes'
import * as service from '#server/modules/subscriptions/service'

export async function mountSubscriptions(given: Mounting): Promise<void> {
  const { mount, deps } = given
  await mountBilling(given)
  mount(contract.listPlans, async () => ({ result: await service.getPlans(deps) }))
  mount(contract.getSubscription, async ({ actor }) => ({
    result: await service.getSubscription(deps, actor),
  }))
  mount(contract.upgradePlan, async ({ actor, params }) => ({
    result: await service.upgradePlan(deps, actor, params),
  }))
  mount(contract.cancelPlan, async ({ actor }) => ({ result: await service.cancelPlan(deps, actor) }))
  mount(contract.addStorage, async ({ actor, idempotencyKey }) => ({
    result: await service.addStorage(deps, actor, idempotencyKey),
  }))
  mount(contract.openPortal, async ({ actor }) => ({ result: await service.openPortal(deps, actor) }))
}
