import { createOutbox } from '#web/features/comments/outbox/outbox'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import type { Writer } from '#web/features/comments/outbox/use-writer'
import { findEnd } from '#web/features/workspaces/find-end'
import { workspaceKeys } from '#web/features/workspaces/queries'
import type { Sending } from '#web/features/workspaces/task/changes/task-change'
import {
  changeOf,
  mergedWith,
  neededBy,
  type TaskInput,
  taskKindsOf,
} from '#web/features/workspaces/task/changes/task-changes'
import { taskKeys } from '#web/features/workspaces/task/task-queries'

/** A workspace's task changes that could not be sent at once. */
export const taskOutbox = outboxPerSession<TaskInput>(({ client, id: workspace, whoAmI }) =>
  createOutbox<TaskInput, Sending>({
    place: `tasks.${workspace}`,
    kinds: taskKindsOf(workspace),
    at: { isFresh: false, saved: (task) => client.setQueryData(taskKeys.one(task._id), task) },
    async onSent() {
      for (const queryKey of [taskKeys.lists, ['timeline'], workspaceKeys.one(workspace)])
        await client.invalidateQueries({ queryKey })
    },
    whoAmI,
    findEnd: ({ target }, error) =>
      findEnd({ workspace, tasks: neededBy(target), thing: changeOf(target).messages.thing(target) }, error),
  }),
)

type TaskOutbox = ReturnType<typeof taskOutbox>

/** Keeps a change to be sent later; returns what cancels it, false once it is being sent. */
export function keepTaskChange(outbox: TaskOutbox, given: TaskInput, writer: Writer): () => boolean {
  const earlier = mergedWith(outbox.store.get(), given)
  if (earlier) outbox.discard(earlier.key)
  const target = earlier?.both ?? given
  const message = target.kind === 'words' ? target.text : ''
  const key = outbox.send({ target, message, files: [], mentioned: [], ...writer })
  return () => {
    const isThere = outbox.store.get().some((item) => item.key === key && item.state !== 'sending')
    if (isThere) outbox.discard(key)
    return isThere
  }
}
