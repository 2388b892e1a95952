import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { noteWhoIsActive } from '#server/modules/connections/discovery/service'

export function connectionTasks(deps: Deps): TaskList {
  return { 'connections:note-active': () => noteWhoIsActive(deps) }
}
