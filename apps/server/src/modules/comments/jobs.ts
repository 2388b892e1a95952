import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { carryComments } from '#server/modules/comments/carry/carrying/service'

const OfFile = z.object({ fileId: z.uuid() })

export function commentTasks(deps: Deps): TaskList {
  return {
    'comments:carry': (payload, { job }) => carryComments(deps, OfFile.parse(payload).fileId, job.attempts),
  }
}
