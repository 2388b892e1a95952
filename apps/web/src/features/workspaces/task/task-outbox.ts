import type { QueryClient } from '@tanstack/react-query'
import { changeTaskStatus, type Task } from '@wingmark/contract/tasks'
import { profileQuery } from '#web/features/account/queries'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { sendPatch } from '#web/features/workspaces/task/task-change'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { isMove, parseWaiting, type Waiting } from '#web/features/workspaces/task/waiting-task'
import { call } from '#web/lib/api'
import { getSession } from '#web/lib/session'

type Opened = { token: string | null; outbox: Outbox<Waiting>; stop: () => void }
const opened = new Map<string, Opened>()

/** The moves and choices of a workspace that could not be sent at once; they go on whatever page their mover is on. */
export function taskOutbox(client: QueryClient, workspaceId: string): Outbox<Waiting> {
  const { token } = getSession()
  const known = opened.get(workspaceId)
  if (known?.token === token) return known.outbox
  known?.stop()
  const outbox = createOutbox<Waiting>({
    place: `tasks.${workspaceId}`,
    parseTarget: parseWaiting,
    // The order of a column hangs on what was moved before.
    lineOf: () => workspaceId,
    async deliver({ target }) {
      client.setQueryData(taskKeys.one(target.task), await deliver(target))
      for (const queryKey of [taskKeys.lists, ['timeline'], workspaceKeys.one(workspaceId)])
        await client.invalidateQueries({ queryKey })
    },
    whoAmI: () =>
      client.ensureQueryData(profileQuery).then(
        ({ user }) => user._id,
        () => null,
      ),
  })
  opened.set(workspaceId, { token, outbox, stop: outbox.start() })
  return outbox
}

async function deliver(target: Waiting): Promise<Task> {
  if (!isMove(target)) {
    const { task: id, number: _, ...choices } = target
    return sendPatch(id, choices)
  }
  const { task: id, status, after } = target
  const body = after === undefined ? { status } : { status, after }
  return (await call(changeTaskStatus, { params: { id }, body })).result
}
