import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { deleteOldEvents } from '#server/modules/live/stream/store'

/** Who was away for longer fetches the review anew. */
const keptDays = 7

export function liveTasks(deps: Deps): TaskList {
  return { 'live:sweep': () => deleteOldEvents(deps.db, keptDays) }
}
