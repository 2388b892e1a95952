import { getTask, restoreTask as restoreOne } from '@wingmark/contract/tasks'
import { about, change, titled } from '#web/features/workspaces/task/changes/task-change'
import { nameOf } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { oneOf, shape } from '#web/lib/changes/read-kept'

/** Restores a deleted task, which shows once the server has answered with it. */
export const restoreTask = change('restore', shape({ ...about, do: oneOf(['restore']) }, titled), {
  async send({ saved }, { task: id }) {
    try {
      saved((await call(restoreOne, { params: { id } })).result)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      // If someone else restored it already, the task is back.
      const found = await call(getTask, { params: { id } }).catch(() => null)
      if (!found)
        throw new ApiError({ status: 404, code: 'GONE', message: 'The task can no longer be restored.' })
      saved(found.result)
    }
  },
  messages: {
    thing: () => 'task you restored',
    done: (input) => `${nameOf(input)} restored`,
  },
})
