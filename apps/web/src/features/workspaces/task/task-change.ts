import type { RouteBodyInput } from '@wingmark/contract/route'
import { changeTaskStatus, deleteTask, restoreTask, type Task, updateTask } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { changed, changeIn, moved, without } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'

export type Person = NonNullable<Task['assignee']>
type Words = { title?: string; description?: string; version?: number }
/** What is chosen rather than written: the last one counts. */
export type Choices = { assignee?: Person | null; startsOn?: string | null; dueOn?: string | null }
/** Null: no longer a part of another task. */
type Place = { parent?: string | null }
export type Patch = Words & Choices & Place

/** `also`: what is offered besides taking it back. */
export type Offer = { what: string; run: () => void; also?: { name: string; run: () => void } | undefined }

export type Change = {
  ids: readonly string[]
  /** Comes into the lists of its workspace only. */
  isNew?: boolean
  /** How lists and the open task look with it, before the answer. */
  list: (tasks: readonly Task[]) => Task[]
  one: (task: Task) => Task
  send: () => Promise<Task | null>
  /** What is offered to be taken back; null where it is itself a taking back. */
  undo: (() => Offer) | null
  /** Takes it where the server cannot be reached; what has none cannot wait. */
  wait?: () => boolean
}

/** What is done, without its undo. */
export type Bare = Omit<Change, 'undo'>

export function patchOf(id: string, patch: Patch): Bare {
  return {
    ids: [id],
    list: (tasks) => changeIn(tasks, id, shownOf(patch)),
    one: (task) => changed(task, id, shownOf(patch)),
    send: () => sendPatch(id, patch),
  }
}

export async function sendPatch(id: string, { version, assignee, ...rest }: Patch): Promise<Task> {
  const body: RouteBodyInput<typeof updateTask> = { ...rest }
  if (version !== undefined) body.version = version
  if (assignee !== undefined) body.assignee = assignee?._id ?? null
  return (await call(updateTask, { params: { id }, body })).result
}

/** Below `after`; at the top with null, at the end of the column without. */
export function moveOf(id: string, status: TaskStatus, after?: string | null): Bare {
  return {
    ids: [id],
    list: (tasks) => moved(tasks, { task: id, status, ...(after === undefined ? {} : { after }) }),
    one: (task) => changed(task, id, { status }),
    send: async () => {
      const body = after === undefined ? { status } : { status, after }
      return (await call(changeTaskStatus, { params: { id }, body })).result
    },
  }
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
    send: async () => (await call(restoreTask, { params: { id } })).result,
  }
}

/** Without the version: that is the server's to count. */
export function shownOf(patch: Patch): Partial<Task> {
  const shown = { ...patch }
  delete shown.version
  return shown
}

export function previousOf(task: Task, patch: Patch): Patch {
  const back: Patch = {}
  if (patch.title !== undefined) back.title = task.title
  if (patch.description !== undefined) back.description = task.description
  if (patch.parent !== undefined) back.parent = task.parent
  if (patch.assignee !== undefined) back.assignee = task.assignee
  if (patch.startsOn !== undefined) back.startsOn = task.startsOn
  if (patch.dueOn !== undefined) back.dueOn = task.dueOn
  return back
}
