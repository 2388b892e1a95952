import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { v7 as uuid } from 'uuid'
import { useKnownWriter } from '#web/features/comments/outbox/use-writer'
import { aboutAssignee } from '#web/features/workspaces/links/assignee-queries'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { type Step, together } from '#web/features/workspaces/task/changes-together'
import { draftTask, type NewTask } from '#web/features/workspaces/task/draft-task'
import {
  type Change,
  makingOf,
  moveOf,
  patchOf,
  previousOf,
  removalOf,
  restoringOf,
  type TakeBack,
} from '#web/features/workspaces/task/task-change'
import type { TaskList } from '#web/features/workspaces/task/task-events'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { type ChoicesOf, choicesFor, type Patch, shownOf } from '#web/features/workspaces/task/task-patch'
import { taskKeys } from '#web/features/workspaces/task/task-queries'
import { changeAnswered, keepChange, watchChange } from '#web/features/workspaces/task/unsent-changes'
import {
  aboutOf,
  type Move,
  moveBefore,
  type Waiting,
  type WordsField,
  wordsBefore,
} from '#web/features/workspaces/task/waiting-task'
import {
  columnsOf,
  isOpen,
  nameOf,
  type Place,
  statusNames,
  taskAbove,
} from '#web/features/workspaces/task-lists'
import { leftNew, undoIfUntouched, withoutTouched } from '#web/features/workspaces/undo-change'
import { isPassing } from '#web/lib/api-error'
import { formatCount } from '#web/lib/format'
import { offerUndo } from '#web/lib/undo'

export type { NewTask } from '#web/features/workspaces/task/draft-task'

type Named = Pick<Task, '_id' | 'number' | 'title'>
type Movable = Named & Pick<Task, 'status'> & { subtasks?: Task['subtasks'] }
/** `takeBack`: cancels the pending change. */
type Outcome = { task: Task | null; takeBack: TakeBack | null }

type Before = { lists: [QueryKey, TaskList | undefined][]; ones: [QueryKey, Task | undefined][] }

/** All changes of tasks: shown at once, sent in order, with Undo; reverted if refused. */
export function useTaskChanges(workspaceId: string) {
  const client = useQueryClient()
  const findWriter = useKnownWriter()
  const mutationKey = ['tasks', workspaceId]
  const { mutate, mutateAsync } = useMutation<Outcome, Error, Change, Before>({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: async (change) => {
      // Pending changes go first.
      const kept = isBehind() ? keepChange(change) : null
      if (kept) return { task: null, takeBack: kept }
      try {
        return { task: await change.send(), takeBack: null }
      } catch (error) {
        const takeBack = isPassing(error) ? keepChange(change) : null
        if (!takeBack) throw error
        return { task: null, takeBack }
      }
    },
    onMutate: async (change) => {
      watchChange(change)
      const before = {
        lists: client.getQueriesData<TaskList>({ queryKey: taskKeys.lists }),
        ones: client.getQueriesData<Task>({ queryKey: ['task'] }),
      }
      show(change)
      await client.cancelQueries({ queryKey: taskKeys.lists })
      await client.cancelQueries({ queryKey: ['task'] })
      return before
    },
    onSuccess: ({ task, takeBack }, { undo }, before) => {
      // From now on it shows as pending.
      if (takeBack) goBack(before)
      else if (task && isLast()) client.setQueryData(taskKeys.one(task._id), task)
      if (!undo) return
      const { what, run, also } = undo(task)
      offerUndo(what, takeBack ? () => takeBack() || run() : run, undefined, also)
    },
    onError: (_error, _change, before) => goBack(before),
    onSettled: (_outcome, _error, change) => {
      changeAnswered(change)
      if (!isLast()) return
      for (const queryKey of [taskKeys.lists, ['task'], ['timeline'], workspaceKeys.one(workspaceId)])
        void client.invalidateQueries({ queryKey })
    },
    meta: { shown: [409] },
  })
  const isBehind = () =>
    outbox()
      .store.get()
      .some(({ state }) => state !== 'failed')
  /** With other changes under way only the server knows the current state. */
  const goBack = (before: Before | undefined) => {
    if (!before || !isLast()) return
    for (const [key, data] of [...before.lists, ...before.ones]) client.setQueryData(key, data)
  }
  const isLast = () => client.isMutating({ mutationKey }) <= 1
  const show = ({ isNew, list, one }: Change) => {
    const queryKey = isNew ? [...taskKeys.lists, workspaceId] : taskKeys.lists
    client.setQueriesData<TaskList>({ queryKey }, (data) =>
      data ? { ...data, tasks: list(data.tasks) } : data,
    )
    client.setQueriesData<Task>({ queryKey: ['task'] }, (task) => (task ? one(task) : task))
  }

  /** The mutation itself reports failures. */
  const takeBack = (change: Omit<Change, 'undo'>) =>
    mutateAsync({ ...change, undo: null }).catch(() => undefined)

  const about = ({ _id, number }: Named) => ({ _id, number, workspace: workspaceId })

  /** Throws ApiError; the caller shows a 409. */
  const patch = async (task: Task, next: Patch): Promise<Task> => {
    const { change, back, left } = patching(task, next)
    const run = () => undoIfUntouched(task, left, () => takeBack(back))
    const undo = (made: Task | null) => {
      const what = `${nameOf(task)} changed`
      // An open panel shows it.
      const isOpened = client
        .getQueryCache()
        .find({ queryKey: taskKeys.one(task._id) })
        ?.isActive()
      const about = next.assignee && made && !isOpened ? aboutAssignee(client, made) : null
      return about ? { what: `${what}. ${about.words}`, run, also: about.also } : { what, run }
    }
    const saved = await mutateAsync({ ...change, undo })
    return saved.task ?? task
  }

  const patching = (task: Task, next: Patch) => {
    const { _id } = task
    const { title, description, version = task.version, ...choices } = next
    const wait = () => {
      if (title !== undefined) return keepWords(task, 'title', title, version)
      if (description !== undefined) return keepWords(task, 'description', description, version)
      return keepToSend({ ...aboutOf(task), ...choices })
    }
    const previous = previousOf(task, next)
    const isWritten = title !== undefined || description !== undefined
    const waitBack = () => (isWritten ? null : keepToSend({ ...aboutOf(task), ...previous }))
    return {
      task,
      change: { ...patchOf(_id, next), wait },
      back: { ...patchOf(_id, previous), wait: waitBack },
      left: shownOf(next),
    }
  }

  /** Moves a subtask below another one, or out of its parent. */
  const place = (task: Named, parent: string, next: Place): void => {
    const { _id } = task
    const wait = () => keepToSend({ ...aboutOf(task), ...next })
    const back = patchOf(_id, { parent, ...siblingAbove(_id, parent) })
    const left = next.parent === undefined ? { parent } : { parent: next.parent }
    const run = () => undoIfUntouched(about(task), left, () => takeBack(back))
    const what = next.parent === null ? `${nameOf(task)} is now a task of its own` : `${nameOf(task)} moved`
    mutate({ ...patchOf(_id, next), wait, undo: () => ({ what, run }) })
  }

  const siblingAbove = (id: string, parentId: string): Place => {
    const lists = client.getQueriesData<TaskList>({ queryKey: taskKeys.lists })
    const known = [
      client.getQueryData<Task>(taskKeys.one(parentId)),
      ...lists.flatMap(([, list]) => list?.tasks ?? []),
    ]
    const parent = known.find((one) => one?._id === parentId)
    const at = parent?.subtasks.findIndex((one) => one._id === id) ?? -1
    return at === -1 ? {} : { after: parent?.subtasks[at - 1]?._id ?? null }
  }

  /** Below `after`; null: at the top; none: at the column's end. */
  const move = (task: Movable, status: TaskStatus, after?: string | null): void => {
    const { _id, status: was } = task
    const { change, back, left } = moving(task, status, after)
    const run = () => undoIfUntouched(about(task), left, () => takeBack(back))
    const what = was === status ? `${nameOf(task)} moved` : `${nameOf(task)} moved to ${statusNames[status]}`
    mutate({ ...change, undo: () => ({ what, run, also: finishing(task, status) }) })
  }

  /** A finished task may leave some of its subtasks open. */
  const finishing = ({ subtasks = [] }: Movable, status: TaskStatus) => {
    const open = subtasks.filter(({ status: now, can }) => isOpen(now) && can.move)
    if (status !== 'DONE' || open.length === 0) return undefined
    const finish = () =>
      runAll(
        open.map((subtask) => moving(subtask, 'DONE')),
        'moved to Done',
      )
    return { name: `Complete ${formatCount(open.length, 'subtask')} too`, run: finish }
  }

  const moving = (
    task: Movable,
    status: TaskStatus,
    after?: string | null,
    besides?: ReadonlySet<string>,
  ) => {
    const { _id, status: was } = task
    return {
      task: about(task),
      change: movingTo(task, was, status, after),
      back: movingTo(task, status, was, whereItIs(_id, was, besides)),
      left: { status },
    }
  }

  const movingTo = (task: Movable, from: TaskStatus, status: TaskStatus, after?: string | null) => ({
    ...moveOf(task._id, status, after),
    wait: () => keepMove({ ...aboutOf(task), status, from, ...(after === undefined ? {} : { after }) }),
  })

  const outbox = () => taskOutbox(client, workspaceId)
  const keepMove = (target: Move): TakeBack | null => {
    const before = moveBefore(outbox().store.get(), target)
    if (before) outbox().discard(before.key)
    return keepToSend({ ...target, ...(before?.from && { from: before.from }) })
  }

  const keepWords = (task: Task, field: WordsField, text: string, version: number): TakeBack | null => {
    const target = { ...aboutOf(task), do: 'words', field, text, base: task[field], version } as const
    const before = wordsBefore(outbox().store.get(), target)
    if (before) outbox().discard(before.key)
    const base = before ? { base: before.base, version: before.version } : {}
    return keepToSend({ ...target, ...base }, text)
  }

  const keepToSend = (target: Waiting, message = ''): TakeBack | null => {
    const writer = findWriter()
    if (!writer) return null
    const kept = outbox()
    const key = kept.send({ target, message, files: [], mentioned: [], ...writer })
    return () => {
      const isThere = kept.store.get().some((item) => item.key === key && item.state !== 'sending')
      if (isThere) kept.discard(key)
      return isThere
    }
  }

  /** The same change of several tasks, in order, with one undo. */
  const changeAll = (tasks: readonly Task[], next: { status: TaskStatus } | ChoicesOf): void => {
    const all = new Set(tasks.map(({ _id }) => _id))
    const steps =
      'status' in next
        ? tasks.map((task) => moving(task, next.status, undefined, all))
        : tasks.map((task) => patching(task, choicesFor(task, next)))
    const what = 'status' in next ? `moved to ${statusNames[next.status]}` : 'changed'
    runAll(steps, what)
  }

  const removeAll = (tasks: readonly Task[]): void => runAll(tasks.map(removing), 'deleted')

  const removing = (task: Named) => ({
    task: about(task),
    change: {
      ...removalOf(task._id),
      wait: () => keepToSend({ ...aboutOf(task), do: 'delete' }),
    },
    back: {
      ...restoringOf(task._id),
      wait: () => keepToSend({ ...aboutOf(task), do: 'restore' }),
    },
    left: null,
  })

  const undoAll = async (done: readonly Step[]): Promise<boolean> => {
    const untouched = await withoutTouched(done)
    if (!untouched) return false
    // Last one first: each finds the one above it in its former place.
    const backs = untouched.toReversed().map((step) => ({ ...step, change: step.back }))
    if (backs.length > 0) await takeBack(together(backs, null))
    return true
  }

  const runAll = (steps: readonly Step[], what: string): void => {
    if (steps.length === 0) return
    mutate(
      together(steps, (done) => ({
        what: `${formatCount(done.length, 'task')} ${what}`,
        run: () => undoAll(done),
      })),
    )
  }

  /** The task above it, except those in `besides`. */
  const whereItIs = (
    id: string,
    status: TaskStatus,
    besides: ReadonlySet<string> = new Set(),
  ): string | null | undefined => {
    // The visible board; other lists have other orders.
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

  const remove = (task: Named): void => {
    const { change, back } = removing(task)
    const run = () => takeBack(back)
    mutate({ ...change, undo: () => ({ what: `${nameOf(task)} deleted`, run }) })
  }

  const making = (given: NewTask) => {
    const task = draftTask(workspaceId, uuid(), given)
    const wait = () => keepToSend({ ...given, do: 'create', task: task._id, number: 0 })
    return { task, change: { ...makingOf(task), wait }, back: removing(task).change, left: leftNew(task) }
  }

  /** Rejects if refused, with the title to try again. */
  const create = async (given: NewTask): Promise<void> => {
    const { task, change, back, left } = making(given)
    const run = () => undoIfUntouched(task, left, () => takeBack(back))
    await mutateAsync({ ...change, undo: () => ({ what: 'Task created', run }) })
  }

  /** Several new tasks, undone together. */
  const createAll = (all: readonly NewTask[]): void => {
    const undo = (done: readonly Step[]) => ({
      what: `${formatCount(done.length, 'task')} created`,
      run: () => undoAll(done),
    })
    mutate({ ...together(all.map(making), undo), isNew: true })
  }

  return { patch, place, move, remove, create, createAll, changeAll, removeAll }
}

export type TaskChanges = ReturnType<typeof useTaskChanges>
