import type { Module } from '#server/module'
import { mountClaims } from '#server/modules/deliveries/claims/routes'
import { earlierDeliveries } from '#server/modules/deliveries/earlier/store'
import { deliveryTasks } from '#server/modules/deliveries/jobs'
import { mountRefusing } from '#server/modules/deliveries/letters/routes'
import { deliveryLetters } from '#server/modules/deliveries/letters/service'
import { mountDeliveries } from '#server/modules/deliveries/routes'
import { exportDeliveries } from '#server/modules/deliveries/service'

/** Deleting an account takes its deliveries, their links and downloads along. */
export const deliveriesModule: Module = {
  mount: (given) => {
    mountDeliveries(given)
    mountClaims(given)
    return mountRefusing(given)
  },
  tasks: deliveryTasks,
  cron: ['37 * * * * deliveries:ends'],
  letters: deliveryLetters,
  earlier: earlierDeliveries,
  exported: { deliveries: exportDeliveries },
}
