import { updateTask } from '@wingmark/contract/tasks'
import {
  about,
  asBefore,
  change,
  inOrder,
  titleIfNew,
} from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { orNull, shape, text } from '#web/lib/changes/read-kept'

/** A task gets another due date, or none. */
export const changeDueDate = change('dueOn', shape({ ...about, dueOn: orNull(text) }, titleIfNew), {
  queue: inOrder,
  apply: (tasks, { task, dueOn }) => changeIn(tasks, task, { dueOn }),
  async send({ saved }, { task, dueOn }) {
    saved((await call(updateTask, { params: { id: task }, body: { dueOn } })).result)
  },
  invert: (before, input) => asBefore(before, input, ({ dueOn }) => ({ dueOn })),
  leaves: (_before, { dueOn }) => ({ dueOn }),
  messages: {
    thing: () => 'task you changed',
    waiting: (input) => `${nameOf(input)} changed.`,
    done: (input, things = nameOf(input)) => `${things} changed.`,
  },
})
