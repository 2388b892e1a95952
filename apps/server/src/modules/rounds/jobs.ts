import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { remindAndClose } from '#server/modules/rounds/notices/service'

export function roundTasks(deps: Deps): TaskList {
  return { 'rounds:remind': () => remindAndClose(deps) }
}
