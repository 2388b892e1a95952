import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { tendEnds } from '#server/modules/deliveries/expiry/service'

export function deliveryTasks(deps: Deps): TaskList {
  return { 'deliveries:ends': () => tendEnds(deps) }
}
