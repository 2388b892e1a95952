import type { QueryClient } from '@tanstack/react-query'
import { changeTaskStatus, type Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { profileQuery } from '#web/features/account/queries'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { changeIn, placeTask, statuses } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { getSession } from '#web/lib/session'

/** Where a task goes: below `after`; at the top with null, at the end of the column without. */
export type Move = { task: string; number: number; status: TaskStatus; after?: string | null }
export type MoveItem = OutboxItem<Move>

type Opened = { token: string | null; outbox: Outbox<Move>; stop: () => void }
const opened = new Map<string, Opened>()

/** The moves of a workspace that could not be sent at once; they go on whatever page their mover is on. */
export function taskOutbox(client: QueryClient, workspaceId: string): Outbox<Move> {
  const { token } = getSession()
  const known = opened.get(workspaceId)
  if (known?.token === token) return known.outbox
  known?.stop()
  const outbox = createOutbox<Move>({
    place: `tasks.${workspaceId}`,
    parseTarget: parseMove,
    // The order of a column hangs on what was moved before.
    lineOf: () => workspaceId,
    async deliver({ target: { task, status, after } }) {
      const body = after === undefined ? { status } : { status, after }
      const { result } = await call(changeTaskStatus, { params: { id: task }, body })
      client.setQueryData(taskKeys.one(task), result)
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

function parseMove(value: unknown): Move | null {
  if (!(value instanceof Object)) return null
  const [task, number, after] = ['task', 'number', 'after'].map((name): unknown => Reflect.get(value, name))
  const status = statuses.find((one) => one === Reflect.get(value, 'status'))
  if (typeof task !== 'string' || typeof number !== 'number' || !status) return null
  return { task, number, status, ...(after === null || typeof after === 'string' ? { after } : {}) }
}

export function moved(tasks: readonly Task[], { task: id, status, after }: Omit<Move, 'number'>): Task[] {
  const all = changeIn(tasks, id, { status })
  const task = all.find((one) => one._id === id)
  return task ? placeTask(all, task, after) : all
}

/** The tasks as they will lie once what waits has arrived. */
export function withMoves(tasks: Task[], items: readonly MoveItem[]): Task[] {
  return items
    .filter(({ state }) => state !== 'failed')
    .reduce((before, { target }) => moved(before, target), tasks)
}
