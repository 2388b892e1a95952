import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweep } from '#server/modules/workspaces/service'

export function workspaceTasks(deps: Deps): TaskList {
  return { 'workspaces:sweep': () => sweep(deps) }
}
