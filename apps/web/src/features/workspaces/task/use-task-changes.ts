import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  changeTaskStatus,
  createTask,
  deleteTask,
  restoreTask,
  type Task,
  updateTask,
} from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { v4 as uuid } from 'uuid'
import { useKnownWriter } from '#web/features/comments/outbox/use-writer'
import { workspaceKeys } from '#web/features/workspaces/queries'
import type { TaskList } from '#web/features/workspaces/task/task-events'
import { type Move, moved, taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { undoIfUntouched } from '#web/features/workspaces/task/undo-change'
import {
  changed,
  changeIn,
  columnsOf,
  statusNames,
  taskAbove,
  without,
  withSubtasks,
} from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { isPassing, passing } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { offerUndo } from '#web/lib/undo'

export type Person = NonNullable<Task['assignee']>
type Words = { title?: string; description?: string; version?: number }
export type Patch = Words & { assignee?: Person | null; startsOn?: string | null; dueOn?: string | null }
export type NewTask = { title: string; status?: TaskStatus; parent?: string; assignee?: Person }

type Change = {
  id: string
  /** Comes into the lists of its workspace only. */
  isNew?: boolean
  /** How lists and the open task look with it, before the answer. */
  list: (tasks: readonly Task[]) => Task[]
  one: (task: Task) => Task
  send: () => Promise<Task | null>
  /** What is offered to be taken back; null where it is itself a taking back. */
  undo: { what: string; run: () => void } | null
  /** Takes it where the server cannot be reached; what has none cannot wait. */
  wait?: () => boolean
}
type Before = { lists: [QueryKey, TaskList | undefined][]; ones: [QueryKey, Task | undefined][] }

/** Every change of tasks: shown at once, sent in order, offered to be undone; refused, it goes back. */
export function useTaskChanges(workspaceId: string) {
  const client = useQueryClient()
  const findWriter = useKnownWriter()
  const mutationKey = ['tasks', workspaceId]
  const { mutate, mutateAsync } = useMutation<Task | null, Error, Change, Before>({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (change) => change.send(),
    onMutate: async (change) => {
      const before = {
        lists: client.getQueriesData<TaskList>({ queryKey: taskKeys.lists }),
        ones: client.getQueriesData<Task>({ queryKey: ['task'] }),
      }
      show(change)
      await client.cancelQueries({ queryKey: taskKeys.lists })
      await client.cancelQueries({ queryKey: ['task'] })
      return before
    },
    onSuccess: (task, { undo }) => {
      if (task && isLast()) client.setQueryData(taskKeys.one(task._id), task)
      if (undo) offerUndo(undo.what, undo.run)
    },
    onError: (error, { wait }, before) => {
      if (isPassing(error) && !wait?.()) toastForError(error)
      // With others under way only the server knows how it is now.
      if (!before || !isLast()) return
      for (const [key, data] of [...before.lists, ...before.ones]) client.setQueryData(key, data)
    },
    onSettled: () => {
      if (!isLast()) return
      for (const queryKey of [taskKeys.lists, ['task'], ['timeline'], workspaceKeys.one(workspaceId)])
        void client.invalidateQueries({ queryKey })
    },
    meta: { shown: [409, ...passing] },
  })
  const isLast = () => client.isMutating({ mutationKey }) <= 1
  const show = ({ isNew, list, one }: Change) => {
    const queryKey = isNew ? [...taskKeys.lists, workspaceId] : taskKeys.lists
    client.setQueriesData<TaskList>({ queryKey }, (data) =>
      data ? { ...data, tasks: list(data.tasks) } : data,
    )
    client.setQueriesData<Task>({ queryKey: ['task'] }, (task) => (task ? one(task) : task))
  }

  const patchOnly = (id: string, patch: Patch, undo: Change['undo']): Change => {
    const { version, assignee, ...rest } = patch
    return {
      id,
      list: (tasks) => changeIn(tasks, id, shownOf(patch)),
      one: (task) => changed(task, id, shownOf(patch)),
      send: async () => {
        const body: RouteBodyInput<typeof updateTask> = { ...rest }
        if (version !== undefined) body.version = version
        if (assignee !== undefined) body.assignee = assignee?._id ?? null
        return (await call(updateTask, { params: { id }, body })).result
      },
      undo,
    }
  }

  /** Throws ApiError; 409 is the caller's to show. */
  const patch = async (task: Task, next: Patch): Promise<Task> => {
    const back = previousOf(task, next)
    const run = () =>
      void undoIfUntouched(task._id, shownOf(next), () => mutate(patchOnly(task._id, back, null)))
    const saved = await mutateAsync(patchOnly(task._id, next, { what: `#${task.number} changed.`, run }))
    return saved ?? task
  }

  const moveOnly = (
    id: string,
    status: TaskStatus,
    after: string | null | undefined,
    undo: Change['undo'],
  ): Change => ({
    id,
    list: (tasks) => moved(tasks, { task: id, status, ...(after === undefined ? {} : { after }) }),
    one: (task) => changed(task, id, { status }),
    send: async () => {
      const body = after === undefined ? { status } : { status, after }
      return (await call(changeTaskStatus, { params: { id }, body })).result
    },
    undo,
  })

  /** Below `after`; at the top with null, at the end of the column without. */
  const move = (
    { _id, number, status: was }: Pick<Task, '_id' | 'number' | 'status'>,
    status: TaskStatus,
    after?: string | null,
  ): void => {
    const above = whereItIs(_id, was)
    const run = () => void undoIfUntouched(_id, { status }, () => mutate(moveOnly(_id, was, above, null)))
    const what = was === status ? `#${number} moved.` : `#${number} moved to ${statusNames[status]}.`
    const target: Move = { task: _id, number, status, ...(after === undefined ? {} : { after }) }
    const outbox = taskOutbox(client, workspaceId)
    const waiting = outbox.store.get().filter(({ state }) => state === 'waiting')
    const wait = () => {
      const writer = findWriter()
      if (writer) outbox.send({ target, message: '', files: [], mentioned: [], ...writer })
      return writer !== null
    }
    // The order of a column hangs on what was moved before.
    if (waiting.length > 0 && wait()) return
    mutate({ ...moveOnly(_id, status, after, { what, run }), wait })
  }

  const whereItIs = (id: string, status: TaskStatus): string | null | undefined => {
    // The board that is looked at; other lists have other orders.
    const shown = { queryKey: [...taskKeys.lists, workspaceId], type: 'active' } as const
    for (const [, data] of client.getQueriesData<TaskList>(shown)) {
      const column = data ? columnsOf(data.tasks)[status] : []
      const at = column.findIndex((task) => task._id === id)
      if (at !== -1) return taskAbove(column, at, id)
    }
    return undefined
  }

  const remove = (task: Pick<Task, '_id' | 'number'>): void =>
    mutate({ ...removal(task._id), undo: { what: `#${task.number} deleted.`, run: () => restore(task._id) } })

  const removal = (id: string): Omit<Change, 'undo'> => ({
    id,
    list: (tasks) => without(tasks, id),
    one: (task) => without([task], id)[0] ?? task,
    send: async () => {
      await call(deleteTask, { params: { id } })
      return null
    },
  })

  const restore = (id: string): void =>
    mutate({
      id,
      list: (tasks) => [...tasks],
      one: (task) => task,
      send: async () => (await call(restoreTask, { params: { id } })).result,
      undo: null,
    })

  /** Rejects where it is refused, with the words to be tried again. */
  const create = async ({ assignee, ...given }: NewTask): Promise<void> => {
    const key = uuid()
    const draft = draftTask(workspaceId, key, { ...given, ...(assignee ? { assignee } : {}) })
    let made: Task | null = null
    const adopt = (task: Task) =>
      task._id === draft.parent ? withSubtasks(task, [...task.subtasks, draft]) : task
    await mutateAsync({
      id: key,
      isNew: true,
      list: (tasks) => (draft.parent ? tasks.map(adopt) : [...tasks, draft]),
      one: adopt,
      send: async () => {
        const body = { workspace: workspaceId, ...given, ...(assignee ? { assignee: assignee._id } : {}) }
        made = (await call(createTask, { body, idempotencyKey: key })).result
        return made
      },
      undo: { what: 'Task made.', run: () => made && mutate({ ...removal(made._id), undo: null }) },
    })
  }

  return { patch, move, remove, create }
}

export type TaskChanges = ReturnType<typeof useTaskChanges>

/** Without the version: that is the server's to count. */
function shownOf(patch: Patch): Partial<Task> {
  const shown = { ...patch }
  delete shown.version
  return shown
}

function previousOf(task: Task, patch: Patch): Patch {
  const back: Patch = {}
  if (patch.title !== undefined) back.title = task.title
  if (patch.description !== undefined) back.description = task.description
  if (patch.assignee !== undefined) back.assignee = task.assignee
  if (patch.startsOn !== undefined) back.startsOn = task.startsOn
  if (patch.dueOn !== undefined) back.dueOn = task.dueOn
  return back
}

function draftTask(workspace: string, id: string, given: NewTask): Task {
  const now = new Date().toISOString()
  return {
    _id: id,
    workspace,
    number: 0,
    title: given.title,
    description: '',
    status: given.status ?? 'TODO',
    // After all others, until the server has given it its place.
    rank: '~',
    parent: given.parent ?? null,
    subtasks: [],
    subtaskCount: 0,
    doneCount: 0,
    assignee: given.assignee ?? null,
    startsOn: null,
    dueOn: null,
    source: null,
    createdBy: null,
    createdAt: now,
    updatedAt: now,
    doneAt: null,
    version: 0,
    can: { edit: false, move: false, delete: false },
  }
}
