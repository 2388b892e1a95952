import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import {
  compareAll,
  endOfDeleted,
  endOver,
  lookAtCustomer,
} from '#server/modules/subscriptions/billing/service'

const OfCustomer = z.object({ customer: z.string() })

export function subscriptionTasks(deps: Deps): TaskList {
  return {
    'subscriptions:look': (payload) => lookAtCustomer(deps, OfCustomer.parse(payload).customer),
    'subscriptions:compare': () => compareAll(deps),
    'subscriptions:end-over': () => endOver(deps),
    'subscriptions:end-of-deleted': (payload) => endOfDeleted(deps, OfCustomer.parse(payload).customer),
  }
}
