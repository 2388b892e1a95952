import { isolated } from '@wingmark/contract/names'
import { change, threadOf } from '#web/features/comments/outbox/changes/comment-change'
import { elseNull, shape, text } from '#web/lib/changes/read-kept'

const textOrNull = elseNull(text)

/** A task created from a comment; without a title it takes the comment's beginning. */
export const createTaskFrom = change(
  'task',
  shape({
    file: text,
    comment: text,
    workspace: text,
    title: textOrNull,
    assignee: textOrNull,
    dueOn: textOrNull,
  }),
  {
    queue: threadOf,
    send: ({ createTask }, input, { key }) => createTask(input, key),
    text: ({ title }) => title ?? '',
    messages: {
      thing: () => 'comment you created a task from',
      waiting: ({ title }) =>
        title ? `Task created on this device: ${isolated(title)}.` : 'Task created on this device.',
    },
  },
)
