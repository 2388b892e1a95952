import { taskPriorities, updateTask } from '@wingmark/contract/tasks'
import { about, asBefore, change, titled } from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { oneOf, shape } from '#web/lib/changes/read-kept'

/** A task becomes more or less urgent. */
export const changePriority = change(
  'priority',
  shape({ ...about, priority: oneOf(taskPriorities) }, titled),
  {
    apply: (tasks, { task, priority }) => changeIn(tasks, task, { priority }),
    async send({ saved }, { task, priority }) {
      saved((await call(updateTask, { params: { id: task }, body: { priority } })).result)
    },
    invert: (before, input) => asBefore(before, input, ({ priority }) => ({ priority })),
    leaves: (_before, { priority }) => ({ priority }),
    messages: {
      thing: () => 'task you changed',
      waiting: (input) => `${nameOf(input)} changed.`,
      done: (input, things = nameOf(input)) => `${things} changed`,
    },
  },
)
