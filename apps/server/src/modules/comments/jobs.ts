import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { carryComments } from '#server/modules/comments/carry/carrying/service'
import { sweepCarries } from '#server/modules/comments/carry/removal/store'

const OfFile = z.object({ fileId: z.uuid(), withResolved: z.boolean().default(false) })

export function commentTasks(deps: Deps): TaskList {
  return {
    'comments:carry': (payload, { job }) => {
      const { fileId: file, withResolved } = OfFile.parse(payload)
      return carryComments(deps, { file, withResolved }, job.attempts)
    },
    'comments:sweep-carries': () => sweepCarries(deps),
  }
}
