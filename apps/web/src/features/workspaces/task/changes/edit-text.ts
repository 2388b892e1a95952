import { getTask } from '@wingmark/contract/tasks'
import { about, change, titled, update } from '#web/features/workspaces/task/changes/task-change'
import { changeIn, nameOf } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { number, oneOf, shape, text } from '#web/lib/changes/read-kept'

/** Edits a task's title or description, which was `base` in this version of the task; an undo has none. */
export const editText = change(
  'words',
  shape(
    { ...about, do: oneOf(['words']), field: oneOf(['title', 'description']), text, base: text },
    { ...titled, version: number },
  ),
  {
    apply: (tasks, { task, field, text }) => changeIn(tasks, task, { [field]: text }),
    async send(at, { task, field, text, base, version }) {
      const send = (known: number | undefined) =>
        update(at, task, { [field]: text, ...(known !== undefined && { version: known }) })
      try {
        await send(version)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error
        // Refused only if someone changed the same text; not for another field, or equal text.
        const { result } = await call(getTask, { params: { id: task } })
        at.saved(result)
        if (result[field] === text) return
        if (result[field] !== base) throw error
        await send(result.version)
      }
    },
    invert(before, { version: _version, ...input }) {
      const task = before.find(({ _id }) => _id === input.task)
      return task ? { ...input, text: task[input.field], base: input.text } : null
    },
    text: ({ text }) => text,
    leaves: (_before, { field, text }) => ({ [field]: text }),
    merge: ({ task, field, base, version }, input) =>
      task === input.task && field === input.field
        ? { ...input, base, ...(version !== undefined && { version }) }
        : null,
    messages: {
      thing: () => 'task you edited',
      waiting: (input) => `The ${input.field} of ${nameOf(input)} changed.`,
      done: (input, things = nameOf(input)) => `${things} changed`,
    },
  },
)
