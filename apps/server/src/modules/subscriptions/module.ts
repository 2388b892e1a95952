import type { Module } from '#server/module'
import { subscriptionTasks } from '#server/modules/subscriptions/jobs'
import { planEmails } from '#server/modules/subscriptions/notices/service'
import { mountSubscriptions } from '#server/modules/subscriptions/routes'
import {
  exportSubscription,
  knownPrices,
  leaveSubscription,
  unverifiedPlan,
} from '#server/modules/subscriptions/service'

export const subscriptionsModule: Module = {
  mount: mountSubscriptions,
  jobs: subscriptionTasks,
  emails: planEmails,
  cron: ['29 * * * * subscriptions:end-over', '17 2 * * * subscriptions:compare'],
  exported: { plan: exportSubscription },
  unverifiedWork: [unverifiedPlan],
  start: (deps) => {
    knownPrices(deps)
    return () => {}
  },
  on: {
    'account.leaving': leaveSubscription,
  },
}
