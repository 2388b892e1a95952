import type { QueryClient } from '@tanstack/react-query'
import { deleteTask, getTask, type Task } from '@wingmark/contract/tasks'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { findEnd } from '#web/features/workspaces/find-end'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { sendMove, sendNew, sendPatch, sendRestore } from '#web/features/workspaces/task/task-change'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import {
  draftOf,
  isGone,
  isMade,
  isMove,
  isWords,
  parseWaiting,
  type Waiting,
  type WaitingWords,
  withFollowers,
  wordsOf,
} from '#web/features/workspaces/task/waiting-task'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'

/** A workspace's task changes that could not be sent at once. */
export const taskOutbox = outboxPerSession<Waiting>(({ client, id: workspaceId, whoAmI }) => {
  const made = createOutbox<Waiting>({
    place: `tasks.${workspaceId}`,
    parseTarget: parseWaiting,
    // In order: changes depend on earlier ones, and ranks on earlier moves.
    lineOf: () => workspaceId,
    async deliver({ target }) {
      const task = await deliver(client, target, workspaceId)
      if (task) client.setQueryData(taskKeys.one(target.task), task)
      for (const queryKey of [taskKeys.lists, ['timeline'], workspaceKeys.one(workspaceId)])
        await client.invalidateQueries({ queryKey })
    },
    whoAmI,
    wordsOf: ({ target }) => wordsOf(target),
    findEnd: ({ target }, error) =>
      findEnd({ workspace: workspaceId, tasks: neededBy(target), thing: thingOf(target) }, error),
  })
  return {
    ...made,
    discard(key: string) {
      for (const item of withFollowers(made.store.get(), key)) made.discard(item.key)
    },
  }
})

function neededBy(target: Waiting): string[] {
  const parent = 'parent' in target && target.parent ? [target.parent] : []
  return isMade(target) ? parent : [target.task, ...parent]
}

function thingOf(target: Waiting): string {
  if (isMade(target)) return target.parent ? 'task you added a subtask to' : 'task you created'
  if (isWords(target)) return 'task you edited'
  if (isMove(target)) return 'task you moved'
  if (!isGone(target)) return 'task you changed'
  return target.do === 'delete' ? 'task you deleted' : 'task you restored'
}

async function deliver(client: QueryClient, target: Waiting, workspaceId: string): Promise<Task | null> {
  const { task: id } = target
  if (isMade(target)) return sendNew(draftOf(target, workspaceId))
  if (isWords(target)) return sendWords(client, target)
  if (isMove(target)) return sendMove(id, target.status, target.after, target.from)
  if (!isGone(target)) {
    const { task: _, number: __, title: ___, ...choices } = target
    return sendPatch(id, choices)
  }
  if (target.do === 'restore') return sendRestore(id)
  await call(deleteTask, { params: { id } }).catch((error) => {
    // It may have arrived just before the page closed.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
  return null
}

/** Refused if someone changed the same text meanwhile; not for another field, or equal text. */
async function sendWords(
  client: QueryClient,
  { task: id, field, text, base, version }: WaitingWords,
): Promise<Task> {
  try {
    return await sendPatch(id, { [field]: text, version })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const { result } = await call(getTask, { params: { id } })
    client.setQueryData(taskKeys.one(id), result)
    if (result[field] === text) return result
    if (result[field] !== base) throw error
    return sendPatch(id, { [field]: text, version: result.version })
  }
}
