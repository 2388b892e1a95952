import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepBin } from '#server/modules/reviews/bin/service'

export function reviewTasks(deps: Deps): TaskList {
  return { 'reviews:sweep': () => sweepBin(deps) }
}
