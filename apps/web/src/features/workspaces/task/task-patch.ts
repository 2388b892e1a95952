import type { Task, TaskPriority } from '@wingmark/contract/tasks'
import { changeIn, type Place, placedBelow } from '#web/features/workspaces/task-lists'

export type Person = NonNullable<Task['assignee']>
type Words = { title?: string; description?: string; version?: number }
/** Chosen rather than typed: the last one wins. */
export type Choices = {
  assignee?: Person | null
  startsOn?: string | null
  dueOn?: string | null
  labels?: string[]
  priority?: TaskPriority
}
/** The same for several tasks, or one that depends on each. */
export type ChoicesOf = Choices | ((task: Task) => Choices)
export const choicesFor = (task: Task, next: ChoicesOf): Choices =>
  typeof next === 'function' ? next(task) : next
export type Patch = Words & Choices & Place

export function shownOf(patch: Patch): Partial<Task> {
  const shown = { ...patch }
  delete shown.version
  delete shown.after
  return shown
}

/** The lists with a task's changes and new place. */
export function patched(tasks: readonly Task[], id: string, patch: Patch): Task[] {
  const all = changeIn(tasks, id, shownOf(patch))
  return patch.parent === undefined && patch.after === undefined ? all : placedBelow(all, id, patch)
}
