import type { Task } from '@wingmark/contract/tasks'
import { aboutOf } from '#web/features/workspaces/task/changes/task-change'
import type { TaskInput } from '#web/features/workspaces/task/changes/task-changes'

/** A value that is chosen rather than typed: the last one wins. */
export type Choice =
  | Pick<Task, 'assignee'>
  | Pick<Task, 'startsOn'>
  | Pick<Task, 'dueOn'>
  | Pick<Task, 'labels'>
  | Pick<Task, 'priority'>
/** The same for several tasks, or one that depends on each. */
export type ChoiceFor = Choice | ((task: Task) => Choice)

export function choiceOf(task: Task, next: ChoiceFor): TaskInput {
  const choice = typeof next === 'function' ? next(task) : next
  const about = aboutOf(task)
  if ('assignee' in choice) return { kind: 'assignee', ...about, ...choice }
  if ('startsOn' in choice) return { kind: 'startsOn', ...about, ...choice }
  if ('dueOn' in choice) return { kind: 'dueOn', ...about, ...choice }
  if ('labels' in choice) return { kind: 'labels', ...about, ...choice }
  return { kind: 'priority', ...about, ...choice }
}
