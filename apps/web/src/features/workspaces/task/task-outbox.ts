import { createOutbox } from '#web/features/comments/outbox/outbox'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import type { Writer } from '#web/features/comments/outbox/use-writer'
import { findEnd } from '#web/features/workspaces/find-end'
import { workspaceKeys } from '#web/features/workspaces/queries'
import {
  changeOf,
  mergedWith,
  ownText,
  readTaskInput,
  type TaskInput,
  withFollowers,
} from '#web/features/workspaces/task/changes/task-changes'
import { taskKeys } from '#web/features/workspaces/task/task-queries'

/** A workspace's task changes that could not be sent at once. */
export const taskOutbox = outboxPerSession(({ client, id: workspace, whoAmI }) => {
  const made = createOutbox<TaskInput>({
    place: `tasks.${workspace}`,
    parseTarget: readTaskInput,
    lineOf: ({ key, target }) => changeOf(target).queue?.(target, key) ?? '',
    async deliver({ key, target }) {
      const saved = (task: object) => client.setQueryData(taskKeys.one(target.task), task)
      await changeOf(target).send({ workspace, isFresh: false, saved }, target, { workspace, key })
      for (const queryKey of [taskKeys.lists, ['timeline'], workspaceKeys.one(workspace)])
        await client.invalidateQueries({ queryKey })
    },
    whoAmI,
    wordsOf: ({ target }) => ownText(target),
    findEnd: ({ target }, error) =>
      findEnd({ workspace, tasks: neededBy(target), thing: changeOf(target).messages.thing(target) }, error),
  })
  return {
    ...made,
    discard(key: string) {
      for (const item of withFollowers(made.store.get(), key)) made.discard(item.key)
    },
  }
})

function neededBy(input: TaskInput): string[] {
  const parent = 'parent' in input && input.parent ? [input.parent] : []
  return input.kind === 'create' ? parent : [input.task, ...parent]
}

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
