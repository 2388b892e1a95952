import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { workOnRun } from '#server/modules/checks/run/service'

const OfRun = z.object({ runId: z.uuid() })

export function checkTasks(deps: Deps): TaskList {
  return { 'checks:run': (payload, { job }) => workOnRun(deps, OfRun.parse(payload).runId, job.attempts) }
}
