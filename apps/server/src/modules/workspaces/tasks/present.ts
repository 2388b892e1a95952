import type { Task } from '@wingmark/contract/tasks'
import { canEditTasks, canMoveTask, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import type { TaskRow } from '#server/modules/workspaces/tasks/store'

export function presentTask(row: TaskRow, access: WorkspaceAccess, userId: string): Task {
  return {
    _id: row.id,
    workspace: row.workspaceId,
    number: row.number,
    title: row.title,
    description: row.description,
    status: row.status,
    parent: row.parentId,
    subtasks: row.subtasks,
    subtaskCount: row.subtasks.length,
    doneCount: row.subtasks.filter(({ status }) => status === 'DONE').length,
    assignee: row.assignee,
    startsOn: row.startsOn,
    dueOn: row.dueOn,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
    version: row.version,
    can: {
      edit: canEditTasks(access),
      move: canMoveTask(access, row, userId),
      delete: canEditTasks(access),
    },
  }
}
