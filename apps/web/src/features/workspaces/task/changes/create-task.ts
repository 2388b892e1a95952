import { isolated } from '@wingmark/contract/names'
import { createTask, type Task, updateTask } from '@wingmark/contract/tasks'
import { change, person } from '#web/features/workspaces/task/changes/task-change'
import { draftTask, type NewTask } from '#web/features/workspaces/task/draft-task'
import { adopted, statuses } from '#web/features/workspaces/task-lists'
import { leftNew } from '#web/features/workspaces/undo-change'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { nothing, number, oneOf, shape, text } from '#web/lib/changes/read-kept'

/** The task before the server has numbered it. */
const draftOf = ({ task, workspace, ...given }: NewTask & Record<'task' | 'workspace', string>): Task =>
  draftTask(workspace, task, given)

/** A new task. Its id is its key: sent again, it stays the same one. */
export const makeTask = change(
  'create',
  shape(
    { do: oneOf(['create']), workspace: text, task: text, number, title: text },
    { status: oneOf(statuses), parent: text, assignee: person, after: nothing },
  ),
  {
    apply: (tasks, input) => adopted(tasks, draftOf(input)),
    async send({ saved }, { task: _id, workspace, title, status = 'TODO', parent = null, ...given }) {
      const words = { title, status, assignee: given.assignee?._id ?? null }
      const body = { _id, workspace, parent, ...words, ...(given.after === null && { after: null }) }
      const { result } = await makeOrChange(
        () => call(createTask, { body, idempotencyKey: _id }),
        (id) => call(updateTask, { params: { id }, body: words }),
      )
      saved(result)
    },
    invert: (_before, { task, number, title }) => ({ kind: 'delete', do: 'delete', task, number, title }),
    leaves: (_before, input) => leftNew(draftOf(input)),
    text: ({ title }) => title,
    messages: {
      thing: ({ parent }) => (parent ? 'task you added a subtask to' : 'task you created'),
      waiting: ({ title }) => `“${isolated(title)}” created.`,
      done: (_input, things = 'Task') => `${things} created`,
    },
  },
)
