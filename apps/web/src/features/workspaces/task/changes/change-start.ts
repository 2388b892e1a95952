import { about, asBefore, change, titled, update } from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { orNull, shape, text } from '#web/lib/changes/read-kept'

/** A task gets another first day, or none. */
export const changeStart = change('startsOn', shape({ ...about, startsOn: orNull(text) }, titled), {
  apply: (tasks, { task, startsOn }) => changeIn(tasks, task, { startsOn }),
  send: (at, { task, startsOn }) => update(at, task, { startsOn }),
  invert: (before, input) => asBefore(before, input, ({ startsOn }) => ({ startsOn })),
  leaves: (_before, { startsOn }) => ({ startsOn }),
  messages: {
    thing: () => 'task you changed',
    done: (input, things = nameOf(input)) => `${things} changed`,
  },
})
