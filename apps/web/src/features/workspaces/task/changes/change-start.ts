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

/** A task gets another first day, or none. */
export const changeStart = change('startsOn', shape({ ...about, startsOn: orNull(text) }, titleIfNew), {
  queue: inOrder,
  apply: (tasks, { task, startsOn }) => changeIn(tasks, task, { startsOn }),
  async send({ saved }, { task, startsOn }) {
    saved((await call(updateTask, { params: { id: task }, body: { startsOn } })).result)
  },
  invert: (before, input) => asBefore(before, input, ({ startsOn }) => ({ startsOn })),
  leaves: (_before, { startsOn }) => ({ startsOn }),
  messages: {
    thing: () => 'task you changed',
    waiting: (input) => `${nameOf(input)} changed.`,
    done: (input, things = nameOf(input)) => `${things} changed.`,
  },
})
