import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { checkLinks } from '#server/modules/workspaces/links/service'
import { sweep } from '#server/modules/workspaces/service'

export function workspaceTasks(deps: Deps): TaskList {
  return { 'workspaces:sweep': () => sweep(deps), 'workspaces:check-links': () => checkLinks(deps) }
}
