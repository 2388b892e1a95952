import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepUsers } from '#server/modules/users/service'

export function userTasks(deps: Deps): TaskList {
  return { 'users:sweep': () => sweepUsers(deps) }
}
