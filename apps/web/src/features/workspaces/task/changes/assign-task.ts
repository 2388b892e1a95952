import { isolated } from '@wingmark/contract/names'
import { updateTask } from '@wingmark/contract/tasks'
import {
  about,
  asBefore,
  change,
  inOrder,
  person,
  titleIfNew,
} from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { orNull, shape } from '#web/lib/changes/read-kept'

/** A task gets another assignee, or none. */
export const assignTask = change('assignee', shape({ ...about, assignee: orNull(person) }, titleIfNew), {
  queue: inOrder,
  apply: (tasks, { task, assignee }) => changeIn(tasks, task, { assignee }),
  async send({ saved }, { task, assignee }) {
    const body = { assignee: assignee?._id ?? null }
    saved((await call(updateTask, { params: { id: task }, body })).result)
  },
  invert: (before, input) => asBefore(before, input, ({ assignee }) => ({ assignee })),
  leaves: (_before, { assignee }) => ({ assignee }),
  messages: {
    thing: () => 'task you changed',
    waiting: (input) =>
      input.assignee
        ? `${nameOf(input)} assigned to ${isolated(input.assignee.name)}.`
        : `${nameOf(input)} unassigned.`,
    done: (input, things = nameOf(input)) => `${things} changed.`,
  },
})
