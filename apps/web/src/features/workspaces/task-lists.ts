import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'

export const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'] as const

export const statusNames: Record<TaskStatus, string> = {
  TODO: 'To do',
  IN_PROGRESS: 'In progress',
  IN_REVIEW: 'In review',
  DONE: 'Done',
  CANCELLED: 'Cancelled',
}

export type Columns = Record<TaskStatus, Task[]>

/** Each column in the order of its tasks in the list. */
export function columnsOf(tasks: readonly Task[]): Columns {
  const columns: Columns = { TODO: [], IN_PROGRESS: [], IN_REVIEW: [], DONE: [], CANCELLED: [] }
  for (const task of tasks) columns[task.status].push(task)
  return columns
}

/** The task above a place in a column, that of `id` itself not counted; null at the top. */
export function taskAbove(column: readonly Task[], index: number, id: string): string | null {
  const others = column.filter((task) => task._id !== id)
  return others[Math.min(index, others.length) - 1]?._id ?? null
}

/** Puts a task into a column below `after`; at the top with null, at its end where `after` is not in it. */
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

/** Changes a task where it stands, also where it is a subtask. */
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

/** Takes a task away, also from the subtasks of its parent. */
export function without(tasks: readonly Task[], id: string): Task[] {
  return tasks
    .filter((task) => task._id !== id)
    .map((task) =>
      task.subtasks.some((subtask) => subtask._id === id)
        ? withSubtasks(
            task,
            task.subtasks.filter((subtask) => subtask._id !== id),
          )
        : task,
    )
}

/** `3 March`, with the year where it is another; a day without a time, which no time zone moves. */
export function formatDueDay(day: string, today = localDay()): string {
  const [year, month, date] = day.split('-').map(Number)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date)).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** The reader's own day, as `2027-03-01`. */
export function localDay(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

export const isOpen = (status: TaskStatus) => status !== 'DONE' && status !== 'CANCELLED'
