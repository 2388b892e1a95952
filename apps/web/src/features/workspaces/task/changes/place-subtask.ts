import { about, change, titled, update } from '#web/features/workspaces/task/changes/task-change'
import { nameOf, placedBelow } from '#web/features/workspaces/task-lists'
import { orNull, type Reader, shape, text } from '#web/lib/changes/read-kept'

const readPlace = shape(about, { ...titled, parent: orNull(text), after: orNull(text) })
type Placed = NonNullable<ReturnType<typeof readPlace>>

const read: Reader<Placed> = (value) => {
  const found = readPlace(value)
  return found?.parent === undefined && found?.after === undefined ? undefined : found
}

/** Moves a subtask below `after` (null: to the top), or to another parent; null: out of its parent. */
export const placeSubtask = change('place', read, {
  apply: (tasks, input) => placedBelow(tasks, input.task, input),
  send: (at, { task, parent, after }) =>
    update(at, task, { ...(parent !== undefined && { parent }), ...(after !== undefined && { after }) }),
  invert(before, { after: _below, ...input }) {
    const above = before.find(({ subtasks }) => subtasks.some(({ _id }) => _id === input.task))
    const parent = above?._id ?? before.find(({ _id }) => _id === input.task)?.parent
    if (!above) return parent === undefined ? null : { ...input, parent }
    const at = above.subtasks.findIndex(({ _id }) => _id === input.task)
    return { ...input, parent: above._id, after: above.subtasks[at - 1]?._id ?? null }
  },
  leaves(before, { task, parent }) {
    const above = before.find(({ subtasks }) => subtasks.some(({ _id }) => _id === task))
    return parent === undefined ? { ...(above && { parent: above._id }) } : { parent }
  },
  messages: {
    thing: () => 'task you changed',
    waiting: (input) =>
      input.parent === null
        ? `${nameOf(input)} converted to a task.`
        : `${nameOf(input)} moved among the subtasks.`,
    done: (input, things = nameOf(input)) =>
      input.parent === null ? `${things} is now a task of its own` : `${things} moved`,
  },
})
