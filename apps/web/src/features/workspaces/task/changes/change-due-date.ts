import { about, asBefore, change, titled, update } from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { orNull, shape, text } from '#web/lib/changes/read-kept'

/** A task gets another due date, or none. */
export const changeDueDate = change('dueOn', shape({ ...about, dueOn: orNull(text) }, titled), {
  apply: (tasks, { task, dueOn }) => changeIn(tasks, task, { dueOn }),
  send: (at, { task, dueOn }) => update(at, task, { dueOn }),
  invert: (before, input) => asBefore(before, input, ({ dueOn }) => ({ dueOn })),
  leaves: (_before, { dueOn }) => ({ dueOn }),
  messages: {
    thing: () => 'task you changed',
    done: (input, things = nameOf(input)) => `${things} changed`,
  },
})
