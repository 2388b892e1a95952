import { about, asBefore, change, titled, update } from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { shape, texts } from '#web/lib/changes/read-kept'

/** A task gets other labels. */
export const changeLabels = change('labels', shape({ ...about, labels: texts }, titled), {
  apply: (tasks, { task, labels }) => changeIn(tasks, task, { labels }),
  send: (at, { task, labels }) => update(at, task, { labels }),
  invert: (before, input) => asBefore(before, input, ({ labels }) => ({ labels })),
  leaves: (_before, { labels }) => ({ labels }),
  messages: {
    thing: () => 'task you changed',
    done: (input, things = nameOf(input)) => `${things} changed`,
  },
})
