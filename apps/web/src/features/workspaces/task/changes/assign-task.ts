import { isolated } from '@wingmark/contract/names'
import {
  about,
  asBefore,
  change,
  person,
  titled,
  update,
} from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { orNull, shape } from '#web/lib/changes/read-kept'

/** A task gets another assignee, or none. */
export const assignTask = change('assignee', shape({ ...about, assignee: orNull(person) }, titled), {
  apply: (tasks, { task, assignee }) => changeIn(tasks, task, { assignee }),
  send: (at, { task, assignee }) => update(at, task, { assignee: assignee?._id ?? null }),
  invert: (before, input) => asBefore(before, input, ({ assignee }) => ({ assignee })),
  leaves: (_before, { assignee }) => ({ assignee }),
  messages: {
    thing: () => 'task you changed',
    waiting: (input) =>
      input.assignee
        ? `${nameOf(input)} assigned to ${isolated(input.assignee.name)}.`
        : `${nameOf(input)} unassigned.`,
    done: (input, things = nameOf(input)) => `${things} changed`,
  },
})
