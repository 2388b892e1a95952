import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { deleteOldUserEvents } from '#server/modules/live/inbox/store'
import { deleteOldEvents } from '#server/modules/live/stream/store'

/** Who was away for longer reads everything anew. */
const keptDays = 7

export function liveTasks(deps: Deps): TaskList {
  return {
    'live:sweep': async () => {
      await deleteOldEvents(deps.db, keptDays)
      await deleteOldUserEvents(deps.db, keptDays)
    },
  }
}
