import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'

/** `after` null: at the top of its column. */
export type NewTask = {
  title: string
  status?: TaskStatus
  parent?: string
  assignee?: NonNullable<Task['assignee']>
  after?: null
}

/** A new task before the server has numbered it. */
export function draftTask(workspace: string, id: string, given: NewTask, now = new Date()): Task {
  return {
    _id: id,
    workspace,
    number: 0,
    title: given.title,
    description: '',
    status: given.status ?? 'TODO',
    // Before or after all others, until the server ranks it.
    rank: given.after === null ? '' : '~',
    parent: given.parent ?? null,
    subtasks: [],
    subtaskCount: 0,
    doneCount: 0,
    assignee: given.assignee ?? null,
    startsOn: null,
    dueOn: null,
    labels: [],
    priority: 'NONE',
    source: null,
    createdBy: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    doneAt: null,
    version: 0,
    can: { edit: true, move: true, delete: true },
  }
}
