import type { Module } from '#server/module'
import { mountClaims } from '#server/modules/deliveries/claims/routes'
import { mountRefusing } from '#server/modules/deliveries/emails/routes'
import { deliveryEmails } from '#server/modules/deliveries/emails/service'
import { deliveryTasks } from '#server/modules/deliveries/jobs'
import { mountDeliveries } from '#server/modules/deliveries/routes'
import { exportDeliveries } from '#server/modules/deliveries/service'
import { unverifiedDeliveries } from '#server/modules/deliveries/unverified-work/store'

/** Deleting an account deletes its deliveries with their links and downloads. */
export const deliveriesModule: Module = {
  mount: (given) => {
    mountDeliveries(given)
    mountClaims(given)
    return mountRefusing(given)
  },
  jobs: deliveryTasks,
  cron: ['37 * * * * deliveries:ends'],
  emails: deliveryEmails,
  unverifiedWork: [unverifiedDeliveries],
  exported: { deliveries: exportDeliveries },
}
