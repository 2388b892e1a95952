import type { WorkspaceEvent } from '@wingmark/contract/live'
import type { Task } from '@wingmark/contract/tasks'
import { after } from '#web/features/workspaces/task/changes/task-changes'

export type TaskEvent = Extract<WorkspaceEvent, { event: `task.${string}` }>
export type TaskList = { tasks: Task[]; total: number }

/** A column's order, as the server sorts: by rank as bytes, then by id. */
const isBefore = (a: Task, b: Task) => a.rank < b.rank || (a.rank === b.rank && a._id < b._id)

/** Puts a task into its column by its rank. */
function place(tasks: readonly Task[], task: Task): Task[] {
  const others = tasks.filter((other) => other._id !== task._id)
  const at = others.findIndex((other) => other.status === task.status && isBefore(task, other))
  return at === -1 ? [...others, task] : others.toSpliced(at, 0, task)
}

/** Applies events to a workspace's task list. Idempotent; later events win. */
export function applyTaskEvent(list: TaskList, event: TaskEvent): TaskList {
  const { tasks, total } = list
  if (event.event === 'task.deleted') {
    const { _id } = event.data
    const left = after(tasks, [{ kind: 'delete', do: 'delete', task: _id, number: 0 }])
    return { tasks: left, total: total - (tasks.length - left.length) }
  }
  const task = event.data
  const known = tasks.find((one) => one._id === task._id)
  if (known) {
    const stays = known.status === task.status && known.rank === task.rank
    const next = stays ? tasks.map((one) => (one === known ? task : one)) : place(tasks, task)
    return { tasks: next, total }
  }
  const isNew = event.event === 'task.created' || event.event === 'task.restored'
  // If not all tasks are loaded, it may be one of the others.
  if (!isNew && tasks.length < total) return list
  return { tasks: place(tasks, task), total: total + 1 }
}

type Heard = { at: number; workspaceId: string; event: TaskEvent }

const heardKept = 500
let heard: Heard[] = []
let count = 0

/** Call before reading tasks. */
export const eventsHeard = (): number => count

export function rememberEvent(workspaceId: string, event: TaskEvent): void {
  count += 1
  heard = [...heard.slice(-heardKept), { at: count, workspaceId, event }]
}

/** The answer with the events since its request began. */
export function withEventsSince(list: TaskList, workspaceId: string, since: number): TaskList {
  return heard
    .filter((one) => one.at > since && one.workspaceId === workspaceId)
    .reduce((now, { event }) => applyTaskEvent(now, event), list)
}
