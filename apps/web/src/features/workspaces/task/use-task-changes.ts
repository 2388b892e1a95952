import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { createTask, type Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { v4 as uuid } from 'uuid'
import { useKnownWriter } from '#web/features/comments/outbox/use-writer'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { type Step, together } from '#web/features/workspaces/task/changes-together'
import {
  type Change,
  type Choices,
  moveOf,
  type Patch,
  type Person,
  patchOf,
  previousOf,
  removalOf,
  restoringOf,
  shownOf,
} from '#web/features/workspaces/task/task-change'
import type { TaskList } from '#web/features/workspaces/task/task-events'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { undoIfUntouched, withoutTouched } from '#web/features/workspaces/task/undo-change'
import type { Waiting } from '#web/features/workspaces/task/waiting-task'
import { columnsOf, isOpen, statusNames, taskAbove, withSubtasks } from '#web/features/workspaces/task-lists'
import { call } from '#web/lib/api'
import { isPassing, passing } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { offerUndo } from '#web/lib/undo'

type Movable = Pick<Task, '_id' | 'number' | 'status'> & { subtasks?: Task['subtasks'] }
export type NewTask = { title: string; status?: TaskStatus; parent?: string; assignee?: Person }

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
      if (!undo) return
      const { what, run, also } = undo()
      offerUndo(what, run, undefined, also)
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

  /** Throws ApiError; 409 is the caller's to show. */
  const patch = async (task: Task, next: Patch): Promise<Task> => {
    const { change, back, left } = patching(task, next)
    const run = () => void undoIfUntouched(task._id, left, () => mutate({ ...back, undo: null }))
    const saved = await mutateAsync({ ...change, undo: () => ({ what: `#${task.number} changed.`, run }) })
    return saved ?? task
  }

  const patching = (task: Task, next: Patch) => {
    const { _id, number } = task
    const { title, description, version, parent, ...choices } = next
    const isChoice = [title, description, version, parent].every((one) => one === undefined)
    return {
      task,
      // Words that could not be sent are kept where they were written.
      change: {
        ...patchOf(_id, next),
        ...(isChoice ? { wait: () => keepToSend({ task: _id, number, ...choices }) } : {}),
      },
      back: patchOf(_id, previousOf(task, next)),
      left: shownOf(next),
    }
  }

  /** Below `after`; at the top with null, at the end of the column without. */
  const move = (task: Movable, status: TaskStatus, after?: string | null): void => {
    const { _id, number, status: was } = task
    const { change, back, left } = moving(task, status, after)
    const run = () => void undoIfUntouched(_id, left, () => mutate({ ...back, undo: null }))
    const what = was === status ? `#${number} moved.` : `#${number} moved to ${statusNames[status]}.`
    // The order of a column hangs on what was moved before.
    const isBehind = outbox()
      .store.get()
      .some(({ state }) => state === 'waiting')
    if (isBehind && change.wait()) return
    mutate({ ...change, undo: () => ({ what, run, also: finishing(task, status) }) })
  }

  /** A task that is done may leave some of its subtasks open. */
  const finishing = ({ subtasks = [] }: Movable, status: TaskStatus) => {
    const open = subtasks.filter((subtask) => subtask.number > 0 && isOpen(subtask.status))
    if (status !== 'DONE' || open.length === 0) return undefined
    const finish = () =>
      runAll(
        open.map((subtask) => moving(subtask, 'DONE')),
        'moved to Done.',
      )
    return { name: `Complete ${formatCount(open.length, 'subtask')} too`, run: finish }
  }

  const moving = <T extends Movable>(
    task: T,
    status: TaskStatus,
    after?: string | null,
    besides?: ReadonlySet<string>,
  ) => {
    const { _id, number, status: was } = task
    const place = after === undefined ? {} : { after }
    return {
      task,
      change: {
        ...moveOf(_id, status, after),
        wait: () => keepToSend({ task: _id, number, status, ...place }),
      },
      back: moveOf(_id, was, whereItIs(_id, was, besides)),
      left: { status },
    }
  }

  const outbox = () => taskOutbox(client, workspaceId)
  const keepToSend = (target: Waiting): boolean => {
    const writer = findWriter()
    if (writer) outbox().send({ target, message: '', files: [], mentioned: [], ...writer })
    return writer !== null
  }

  /** The same change of several tasks, in their order, with one undo. */
  const changeAll = (tasks: readonly Task[], next: { status: TaskStatus } | Choices): void => {
    const all = new Set(tasks.map(({ _id }) => _id))
    const steps =
      'status' in next
        ? tasks.map((task) => moving(task, next.status, undefined, all))
        : tasks.map((task) => patching(task, next))
    const what = 'status' in next ? `moved to ${statusNames[next.status]}.` : 'changed.'
    runAll(steps, what)
  }

  const removeAll = (tasks: readonly Task[]): void =>
    runAll(
      tasks.map((task) => ({
        task,
        change: removalOf(task._id),
        back: restoringOf(task._id),
        left: null,
      })),
      'deleted.',
    )

  const runAll = (steps: readonly Step[], what: string): void => {
    const undoAll = async (done: readonly Step[]) => {
      const untouched = await withoutTouched(done)
      // The last one first: each finds the one above it where it was.
      const backs = untouched.toReversed().map((step) => ({ ...step, change: step.back }))
      if (backs.length > 0) mutate(together(backs, null))
    }
    if (steps.length === 0) return
    mutate(
      together(steps, (done) => ({
        what: `${formatCount(done.length, 'task')} ${what}`,
        run: () => void undoAll(done),
      })),
    )
  }

  /** The task above it, none of `besides`. */
  const whereItIs = (
    id: string,
    status: TaskStatus,
    besides: ReadonlySet<string> = new Set(),
  ): string | null | undefined => {
    // The board that is looked at; other lists have other orders.
    const shown = { queryKey: [...taskKeys.lists, workspaceId], type: 'active' } as const
    for (const [, data] of client.getQueriesData<TaskList>(shown)) {
      const column = (data ? columnsOf(data.tasks)[status] : []).filter(
        (task) => task._id === id || !besides.has(task._id),
      )
      const at = column.findIndex((task) => task._id === id)
      if (at !== -1) return taskAbove(column, at, id)
    }
    return undefined
  }

  const remove = ({ _id, number }: Pick<Task, '_id' | 'number'>): void => {
    const run = () => mutate({ ...restoringOf(_id), undo: null })
    mutate({ ...removalOf(_id), undo: () => ({ what: `#${number} deleted.`, run }) })
  }

  /** Rejects where it is refused, with the words to be tried again. */
  const create = async ({ assignee, ...given }: NewTask): Promise<void> => {
    const key = uuid()
    const draft = draftTask(workspaceId, key, { ...given, ...(assignee ? { assignee } : {}) })
    let made: Task | null = null
    const adopt = (task: Task) =>
      task._id === draft.parent ? withSubtasks(task, [...task.subtasks, draft]) : task
    await mutateAsync({
      ids: [key],
      isNew: true,
      list: (tasks) => (draft.parent ? tasks.map(adopt) : [...tasks, draft]),
      one: adopt,
      send: async () => {
        const body = { workspace: workspaceId, ...given, ...(assignee ? { assignee: assignee._id } : {}) }
        made = (await call(createTask, { body, idempotencyKey: key })).result
        return made
      },
      undo: () => ({
        what: 'Task made.',
        run: () => made && mutate({ ...removalOf(made._id), undo: null }),
      }),
    })
  }

  /** Several new ones, taken back together. */
  const createAll = (all: readonly NewTask[]): void => {
    const made: Task[] = []
    const steps = all.map((given) => {
      const key = uuid()
      const draft = draftTask(workspaceId, key, given)
      const send = async () => {
        const body = { workspace: workspaceId, title: given.title, status: draft.status }
        const { result } = await call(createTask, { body, idempotencyKey: key })
        made.push(result)
        return result
      }
      const change = { ids: [key], list: (tasks: readonly Task[]) => [...tasks, draft], one: same, send }
      return { task: draft, change, back: removalOf(key), left: null }
    })
    const run = () =>
      mutate(
        together(
          made.map((task) => ({
            task,
            change: removalOf(task._id),
            back: restoringOf(task._id),
            left: null,
          })),
          null,
        ),
      )
    const what = () => ({ what: `${formatCount(made.length, 'task')} made.`, run })
    mutate({ ...together(steps, what), isNew: true })
  }

  return { patch, move, remove, create, createAll, changeAll, removeAll }
}

export type TaskChanges = ReturnType<typeof useTaskChanges>

const same = (task: Task): Task => task

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
