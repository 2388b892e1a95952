import { deleteTask as deleteOne } from '@wingmark/contract/tasks'
import { about, change, titled } from '#web/features/workspaces/task/changes/task-change'
import { nameOf, without } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { isMissing } from '#web/lib/api-error'
import { oneOf, shape } from '#web/lib/changes/read-kept'

export const deleteTask = change('delete', shape({ ...about, do: oneOf(['delete']) }, titled), {
  apply: (tasks, { task }) => without(tasks, task),
  async send(_at, { task }) {
    try {
      await call(deleteOne, { params: { id: task } })
    } catch (error) {
      // Already deleted: by someone else, or by a call whose answer was lost.
      if (!isMissing(error)) throw error
    }
  },
  invert: (_before, input) => ({ ...input, kind: 'restore', do: 'restore' }),
  messages: {
    thing: () => 'task you deleted',
    done: (input, things = nameOf(input)) => `${things} deleted`,
  },
})
