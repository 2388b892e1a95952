import type { Task } from '@wingmark/contract/tasks'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { assignTask } from '#web/features/workspaces/task/changes/assign-task'
import { changeDueDate } from '#web/features/workspaces/task/changes/change-due-date'
import { changeLabels } from '#web/features/workspaces/task/changes/change-labels'
import { changePriority } from '#web/features/workspaces/task/changes/change-priority'
import { changeStart } from '#web/features/workspaces/task/changes/change-start'
import { makeTask } from '#web/features/workspaces/task/changes/create-task'
import { deleteTask } from '#web/features/workspaces/task/changes/delete-task'
import { editText } from '#web/features/workspaces/task/changes/edit-text'
import { moveTask } from '#web/features/workspaces/task/changes/move-task'
import { placeSubtask } from '#web/features/workspaces/task/changes/place-subtask'
import { restoreTask } from '#web/features/workspaces/task/changes/restore-task'
import type { Gone, Sending } from '#web/features/workspaces/task/changes/task-change'
import type { Left } from '#web/features/workspaces/undo-change'
import type { Change, InputOf } from '#web/lib/changes/change'

/** Everything that people change in tasks. Earlier builds kept no `kind`: the first that can read it takes it. */
const kinds = {
  create: makeTask,
  delete: deleteTask,
  restore: restoreTask,
  words: editText,
  move: moveTask,
  startsOn: changeStart,
  dueOn: changeDueDate,
  labels: changeLabels,
  priority: changePriority,
  assignee: assignTask,
  place: placeSubtask,
}

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
export type TaskInput = Inputs[keyof Inputs]
export type MoveInput = Inputs['move']
export type TextInput = Inputs['words']
export type TextField = TextInput['field']
export type TaskItem = OutboxItem<TaskInput>
type TaskChange = Change<TaskInput, Task[], { workspace: string }, Sending, Left, Gone>

export const changeOf = ({ kind }: TaskInput): TaskChange => kinds[kind]

/** Reads a stored change; null if it is invalid. */
export function readTaskInput(value: unknown): TaskInput | null {
  if (!(value instanceof Object)) return null
  const kind: unknown = 'kind' in value ? value.kind : 'do' in value ? value.do : undefined
  for (const [name, { input }] of Object.entries(kinds)) {
    const found = kind === undefined || kind === name ? input(value) : undefined
    if (found) return found
  }
  return null
}

/** The writer's own text, which they would have to write again. */
export function ownText(input: TaskInput): string {
  if (input.kind === 'create') return input.title
  return input.kind === 'words' ? input.text : ''
}

/** The tasks after these changes. */
export const after = (tasks: readonly Task[], inputs: readonly TaskInput[], workspace: string): Task[] =>
  inputs.reduce((now, input) => changeOf(input).apply?.(now, input, { workspace }) ?? now, [...tasks])

/** The tasks with pending changes applied. */
export function withWaiting(tasks: readonly Task[], items: readonly TaskItem[], workspace: string) {
  const waiting = items.filter(({ state }) => state !== 'failed')
  return after(
    tasks,
    waiting.map(({ target }) => target),
    workspace,
  )
}

/** An unsent change that a new one replaces, and the one for both. */
export function mergedWith(items: readonly TaskItem[], input: TaskInput) {
  for (const { key, state, target } of items) {
    const both =
      state === 'waiting' && target.kind === input.kind ? changeOf(input).merge?.(target, input) : null
    if (both) return { key, both }
  }
  return null
}

/** An undone item with its dependents, last first: for a creation, all that was to follow. */
export function withFollowers(items: readonly TaskItem[], key: string): TaskItem[] {
  const item = items.find((one) => one.key === key)
  if (!item) return []
  const { kind, task } = item.target
  if (kind !== 'create') return [item]
  const isAbout = (one: TaskInput) => one.task === task || ('parent' in one && one.parent === task)
  return items.filter(({ target }) => isAbout(target)).toReversed()
}
