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
import { shape, texts } from '#web/lib/changes/read-kept'

/** A task gets other labels. */
export const changeLabels = change('labels', shape({ ...about, labels: texts }, titleIfNew), {
  queue: inOrder,
  apply: (tasks, { task, labels }) => changeIn(tasks, task, { labels }),
  async send({ saved }, { task, labels }) {
    saved((await call(updateTask, { params: { id: task }, body: { labels } })).result)
  },
  invert: (before, input) => asBefore(before, input, ({ labels }) => ({ labels })),
  leaves: (_before, { labels }) => ({ labels }),
  messages: {
    thing: () => 'task you changed',
    waiting: (input) => `${nameOf(input)} changed.`,
    done: (input, things = nameOf(input)) => `${things} changed.`,
  },
})
