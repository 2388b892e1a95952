import type { Module } from '#server/module'
import { subscriptionTasks } from '#server/modules/subscriptions/jobs'
import { mountSubscriptions } from '#server/modules/subscriptions/routes'
import {
  earlierPlan,
  exportSubscription,
  knownPrices,
  leaveSubscription,
} from '#server/modules/subscriptions/service'
import { planLetters } from '#server/modules/subscriptions/telling/service'

export const subscriptionsModule: Module = {
  mount: mountSubscriptions,
  tasks: subscriptionTasks,
  letters: planLetters,
  cron: ['29 * * * * subscriptions:end-over', '17 2 * * * subscriptions:compare'],
  exported: { plan: exportSubscription },
  earlier: earlierPlan,
  leaving: leaveSubscription,
  start: (deps) => {
    knownPrices(deps)
    return () => {}
  },
}
