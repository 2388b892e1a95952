import { changeTaskStatus } from '@wingmark/contract/tasks'
import { about, change, titled } from '#web/features/workspaces/task/changes/task-change'
import { moved, nameOf, statuses, statusNames, taskAbove } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { oneOf, orNull, shape, text } from '#web/lib/changes/read-kept'

const status = oneOf(statuses)

/** Moves a task below `after`; null: to the top; none: to the column's end. `from`: its column before. */
export const moveTask = change(
  'move',
  shape({ ...about, status }, { ...titled, after: orNull(text), from: status }),
  {
    apply: (tasks, input) => moved(tasks, input),
    // With `from`, it is refused if the task has left that column since.
    async send({ isFresh, saved }, { task, status, after, from }) {
      const place = { ...(after !== undefined && { after }), ...(from && !isFresh && { from }) }
      const given = { params: { id: task }, body: { status, ...place } }
      saved((await call(changeTaskStatus, given)).result)
    },
    invert(before, input) {
      const { task, from = before.find(({ _id }) => _id === task)?.status } = input
      if (!from) return null
      const column = before.filter((one) => one.status === from)
      const at = column.findIndex(({ _id }) => _id === task)
      const { after: _, ...back } = { ...input, status: from, from: input.status }
      return at === -1 ? back : { ...back, after: taskAbove(column, at, task) }
    },
    leaves: (_before, { status }) => ({ status }),
    merge: ({ task, from }, input) => (task === input.task ? { ...input, ...(from && { from }) } : null),
    messages: {
      thing: () => 'task you moved',
      waiting: (input) => `${nameOf(input)} moved to ${statusNames[input.status]}.`,
      done: (input, things = nameOf(input)) =>
        input.from === input.status ? `${things} moved` : `${things} moved to ${statusNames[input.status]}`,
    },
  },
)
