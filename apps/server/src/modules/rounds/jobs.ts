import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { sweepLinks } from '#server/modules/rounds/links/store'
import { remindAndClose } from '#server/modules/rounds/notices/service'

export function roundTasks(deps: Deps): TaskList {
  return {
    'rounds:remind': () => remindAndClose(deps),
    'rounds:sweep-links': async () => {
      await sweepLinks(deps.db)
    },
  }
}
