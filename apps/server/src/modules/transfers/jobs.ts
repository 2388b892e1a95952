import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepBin } from '#server/modules/transfers/bin/service'

export function transferTasks(deps: Deps): TaskList {
  return { 'transfers:sweep': () => sweepBin(deps) }
}
