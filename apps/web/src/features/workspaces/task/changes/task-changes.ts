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
import { type Change, type InputOf, readInput } from '#web/lib/changes/change'

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
type TaskChange = Change<TaskInput, Task[], unknown, Sending, Left, Gone>

export const changeOf = ({ kind }: TaskInput): TaskChange => kinds[kind]

/** The sentence beside a change that waits. */
export function waitingWords(input: TaskInput): string {
  const { waiting, done } = changeOf(input).messages
  return waiting?.(input) ?? `${done?.(input)}.`
}

/** The tasks that a change needs. */
export function neededBy(input: TaskInput): string[] {
  const parent = 'parent' in input && input.parent ? [input.parent] : []
  return input.kind === 'create' ? parent : [input.task, ...parent]
}

/** `workspace`: what earlier builds did not keep of a new task. */
export const taskKindsOf = (workspace: string) => ({
  read: (value: unknown) =>
    value instanceof Object
      ? readInput<TaskInput>(kinds, { workspace, ...('do' in value && { kind: value.do }), ...value }, true)
      : null,
  of: changeOf,
  after: neededBy,
  makes: (input: TaskInput) => (input.kind === 'create' ? input.task : null),
})

/** The tasks after these changes. */
export const after = (tasks: readonly Task[], inputs: readonly TaskInput[]): Task[] =>
  inputs.reduce((now, input) => changeOf(input).apply?.(now, input, {}) ?? now, [...tasks])

/** The tasks with pending changes applied. */
export function withWaiting(tasks: readonly Task[], items: readonly TaskItem[]): Task[] {
  const targets = items.flatMap(({ state, target }) => (state === 'failed' ? [] : target))
  return after(tasks, targets)
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
