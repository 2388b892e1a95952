import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  changeTaskStatus,
  createTask,
  deleteTask,
  getTask,
  restoreTask,
  type Task,
  updateTask,
} from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type Patch, patched } from '#web/features/workspaces/task/task-patch'
import { adopted, changed, moved, without } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { ApiError, makeOrChange } from '#web/lib/api-error'

/** `run` returns false to keep the offer; `also`: another offer besides Undo. */
export type Offer = { what: string; run: () => unknown; also?: { name: string; run: () => void } | undefined }

/** Cancels a pending change; false once it is being sent. */
export type TakeBack = () => boolean

export type Change = {
  ids: readonly string[]
  /** Enters only its workspace's lists. */
  isNew?: boolean
  /** Updates lists and the open task before the answer. */
  list: (tasks: readonly Task[]) => Task[]
  one: (task: Task) => Task
  send: () => Promise<Task | null>
  /** The offered Undo; null if the change is an undo itself. */
  undo: ((saved: Task | null) => Offer) | null
  /** Stores it to be sent later; null if impossible. */
  wait?: () => TakeBack | null
}

/** A change without its undo. */
export type Bare = Omit<Change, 'undo'>

/** A new task's id is its key: sent again, it stays the same one. */
export function makingOf(draft: Task): Bare {
  return {
    ids: [draft._id],
    isNew: true,
    list: (tasks) => adopted(tasks, draft),
    one: (task) => adopted([task], draft)[0] ?? task,
    send: () => sendNew(draft),
  }
}

type NewWords = Pick<Task, '_id' | 'workspace' | 'title' | 'status' | 'rank' | 'parent' | 'assignee'>

export async function sendNew({
  _id,
  workspace,
  title,
  status,
  rank,
  parent,
  assignee,
}: NewWords): Promise<Task> {
  const words = { title, status, assignee: assignee?._id ?? null }
  const body = { _id, workspace, parent, ...words, ...(rank === '' ? { after: null } : {}) }
  const { result } = await makeOrChange(
    () => call(createTask, { body, idempotencyKey: _id }),
    (id) => call(updateTask, { params: { id }, body: words }),
  )
  return result
}

export function patchOf(id: string, patch: Patch): Bare {
  const list = (tasks: readonly Task[]) => patched(tasks, id, patch)
  return {
    ids: [id],
    list,
    one: (task) => list([task])[0] ?? task,
    send: () => sendPatch(id, patch),
  }
}

export async function sendPatch(id: string, { version, assignee, ...rest }: Patch): Promise<Task> {
  const body: RouteBodyInput<typeof updateTask> = { ...rest }
  if (version !== undefined) body.version = version
  if (assignee !== undefined) body.assignee = assignee?._id ?? null
  return (await call(updateTask, { params: { id }, body })).result
}

/** Below `after`; null: at the top; none: at the column's end. */
export function moveOf(id: string, status: TaskStatus, after?: string | null): Bare {
  return {
    ids: [id],
    list: (tasks) => moved(tasks, { task: id, status, ...(after === undefined ? {} : { after }) }),
    one: (task) => changed(task, id, { status }),
    send: () => sendMove(id, status, after),
  }
}

/** With `from`, refused if it has left that column since. */
export async function sendMove(
  id: string,
  status: TaskStatus,
  after?: string | null,
  from?: TaskStatus,
): Promise<Task> {
  const body = { status, ...(after !== undefined && { after }), ...(from !== undefined && { from }) }
  return (await call(changeTaskStatus, { params: { id }, body })).result
}

export function removalOf(id: string): Bare {
  return {
    ids: [id],
    list: (tasks) => without(tasks, id),
    one: (task) => without([task], id)[0] ?? task,
    send: async () => {
      await call(deleteTask, { params: { id } })
      return null
    },
  }
}

export function restoringOf(id: string): Bare {
  return {
    ids: [id],
    list: (tasks) => [...tasks],
    one: (task) => task,
    send: () => sendRestore(id),
  }
}

/** If someone else restored it already, the task is back. */
export async function sendRestore(id: string): Promise<Task> {
  try {
    return (await call(restoreTask, { params: { id } })).result
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const found = await call(getTask, { params: { id } }).catch(() => null)
    if (found) return found.result
    throw new ApiError({ status: 404, code: 'GONE', message: 'The task can no longer be restored.' })
  }
}

/** What stays with the task: not the version, which the server counts, nor the task above. */
export function previousOf(task: Task, patch: Patch): Patch {
  const back: Patch = {}
  if (patch.title !== undefined) back.title = task.title
  if (patch.description !== undefined) back.description = task.description
  if (patch.assignee !== undefined) back.assignee = task.assignee
  if (patch.startsOn !== undefined) back.startsOn = task.startsOn
  if (patch.dueOn !== undefined) back.dueOn = task.dueOn
  if (patch.labels !== undefined) back.labels = task.labels
  if (patch.priority !== undefined) back.priority = task.priority
  return back
}
