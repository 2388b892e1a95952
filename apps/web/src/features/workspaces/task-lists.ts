import { isolated } from '@wingmark/contract/names'
import { type Task, type TaskPriority, taskPriorities } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'

export const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'] as const

export const statusNames: Record<TaskStatus, string> = {
  TODO: 'To do',
  IN_PROGRESS: 'In progress',
  IN_REVIEW: 'In review',
  DONE: 'Done',
  CANCELLED: 'Cancelled',
}

export const priorityNames: Record<TaskPriority, string> = {
  NONE: 'No priority',
  LOW: 'Low',
  HIGH: 'High',
  URGENT: 'Urgent',
}

/** In menus. */
export const prioritiesHighFirst = taskPriorities.toReversed()

export type Columns = Record<TaskStatus, Task[]>

/** Each column in the list's order. */
export function columnsOf(tasks: readonly Task[]): Columns {
  const columns: Columns = { TODO: [], IN_PROGRESS: [], IN_REVIEW: [], DONE: [], CANCELLED: [] }
  for (const task of tasks) columns[task.status].push(task)
  return columns
}

/** The task above a place in a column, not counting `id` itself; null at the top. */
export function taskAbove(column: readonly Task[], index: number, id: string): string | null {
  const others = column.filter((task) => task._id !== id)
  return others[Math.min(index, others.length) - 1]?._id ?? null
}

/** Places a task below `after`; null: at the top; not in the column: at its end. */
export function placeTask(tasks: readonly Task[], task: Task, after: string | null | undefined): Task[] {
  const others = tasks.filter((other) => other._id !== task._id)
  if (after === null) return [task, ...others]
  const at = others.findIndex((other) => other._id === after && other.status === task.status)
  return at === -1 ? [...others, task] : others.toSpliced(at + 1, 0, task)
}

type Move = { task: string; status: TaskStatus; after?: string | null }

export function moved(tasks: readonly Task[], { task: id, status, after }: Move): Task[] {
  const all = changeIn(tasks, id, { status })
  const task = all.find((one) => one._id === id)
  return task ? placeTask(all, task, after) : all
}

/** Changes a task in place, even if it is a subtask. */
export function changeIn(tasks: readonly Task[], id: string, patch: Partial<Task>): Task[] {
  return tasks.map((task) => changed(task, id, patch))
}

export function changed(task: Task, id: string, patch: Partial<Task>): Task {
  if (task._id === id) return { ...task, ...patch }
  if (!task.subtasks.some((subtask) => subtask._id === id)) return task
  const { title, status, assignee } = patch
  const subtasks = task.subtasks.map((subtask) =>
    subtask._id === id
      ? {
          ...subtask,
          ...(title === undefined ? {} : { title }),
          ...(status === undefined ? {} : { status }),
          ...(assignee === undefined ? {} : { assignee }),
        }
      : subtask,
  )
  return withSubtasks(task, subtasks)
}

export function withSubtasks(task: Task, subtasks: Task['subtasks']): Task {
  const doneCount = subtasks.filter(({ status }) => status === 'DONE').length
  return { ...task, subtasks, subtaskCount: subtasks.length, doneCount }
}

/** Another place among its parent's subtasks, or another parent; null: no parent. */
export type Place = { parent?: string | null; after?: string | null }

export function placedBelow(tasks: readonly Task[], id: string, { parent, after }: Place): Task[] {
  const own = tasks.find((task) => task._id === id)
  const from = tasks.find(({ subtasks }) => subtasks.some((one) => one._id === id))
  const part = from?.subtasks.find((one) => one._id === id) ?? own
  const to = parent === undefined ? (from?._id ?? own?.parent ?? null) : parent
  return tasks.map((task) => {
    if (task._id === id) return { ...task, parent: to }
    const others = task.subtasks.filter((one) => one._id !== id)
    if (part && task._id === to) return withSubtasks(task, inserted(others, part, after))
    return others.length === task.subtasks.length ? task : withSubtasks(task, others)
  })
}

/** Below `after`; null: at the top; missing: at the end. */
function inserted<T extends { _id: string }>(others: readonly T[], one: T, after?: string | null): T[] {
  const found = others.findIndex(({ _id }) => _id === after)
  return others.toSpliced(after === null ? 0 : found === -1 ? others.length : found + 1, 0, one)
}

/** Adds a new task, inside its parent if it has one. */
export function adopted(tasks: readonly Task[], draft: Task): Task[] {
  if (tasks.some(({ _id }) => _id === draft._id)) return [...tasks]
  if (draft.parent === null) return draft.rank === '' ? [draft, ...tasks] : [...tasks, draft]
  return tasks.map((task) =>
    task._id !== draft.parent || task.subtasks.some(({ _id }) => _id === draft._id)
      ? task
      : withSubtasks(task, [...task.subtasks, draft]),
  )
}

/** A task's name until it has a number. */
export const nameOf = ({ number, title }: { number: number; title?: string }): string =>
  number > 0 ? `#${number}` : title ? `“${isolated(title)}”` : 'The new task'

/** Removes a task with its subtasks, even from its parent's. */
export function without(tasks: readonly Task[], id: string): Task[] {
  return tasks
    .filter((task) => task._id !== id && task.parent !== id)
    .map((task) =>
      task.subtasks.some((subtask) => subtask._id === id)
        ? withSubtasks(
            task,
            task.subtasks.filter((subtask) => subtask._id !== id),
          )
        : task,
    )
}

export const isOpen = (status: TaskStatus) => status !== 'DONE' && status !== 'CANCELLED'
