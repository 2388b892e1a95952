import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepTrash } from '#server/modules/reviews/trash/service'

export function reviewTasks(deps: Deps): TaskList {
  return { 'reviews:sweep': () => sweepTrash(deps) }
}
