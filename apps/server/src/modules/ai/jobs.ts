import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { deleteOldAnswers } from '#server/modules/ai/requests/store'

export function aiTasks(deps: Deps): TaskList {
  return { 'ai:sweep': () => deleteOldAnswers(deps.db) }
}
