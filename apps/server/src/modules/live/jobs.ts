import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepEvents } from '#server/modules/events/service'
import { deleteOldUserEvents } from '#server/modules/live/inbox/store'

/** Clients away for longer reload everything. */
const keptDays = 7

export function liveTasks(deps: Deps): TaskList {
  return {
    'live:sweep': async () => {
      await sweepEvents(deps, keptDays)
      await deleteOldUserEvents(deps.db, keptDays)
    },
  }
}
