import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepActivity } from '#server/modules/activity/service'

export function activityTasks(deps: Deps): TaskList {
  return { 'activity:sweep': () => sweepActivity(deps) }
}
