import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepTrash } from '#server/modules/transfers/trash/service'

export function transferTasks(deps: Deps): TaskList {
  return { 'transfers:sweep': () => sweepTrash(deps) }
}
