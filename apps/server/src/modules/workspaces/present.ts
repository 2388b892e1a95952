import type { ListedWorkspace, TaskStatus, Workspace } from '@wingmark/contract/workspaces'
import {
  canEditTasks,
  canEditWorkspace,
  canLeaveWorkspace,
  canOwnWorkspace,
  canWriteIn,
} from '#server/modules/access/workspaces/policy'
import type { ListedWorkspaceRow, WorkspaceRow } from '#server/modules/workspaces/store'

/** Includes every status, with zero if missing. */
export function fullCounts(counts: Partial<Record<TaskStatus, number>>): Workspace['counts'] {
  const { TODO = 0, IN_PROGRESS = 0, IN_REVIEW = 0, DONE = 0, CANCELLED = 0 } = counts
  return { TODO, IN_PROGRESS, IN_REVIEW, DONE, CANCELLED }
}

export function presentWorkspace(row: WorkspaceRow): Workspace {
  const access = { workspaceId: row.id, role: row.role }
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    owner: row.owner,
    role: row.role,
    hidesStatus: row.hidesStatus,
    members: row.members,
    memberCount: row.memberCount,
    counts: fullCounts(row.counts),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastEventId: row.eventSeq,
    can: {
      edit: canEditWorkspace(access),
      editTasks: canEditTasks(access),
      write: canWriteIn(access),
      invite: canEditWorkspace(access),
      delete: canOwnWorkspace(access),
      leave: canLeaveWorkspace(access),
    },
  }
}

export const presentListed = (row: ListedWorkspaceRow): ListedWorkspace => ({
  ...presentWorkspace(row),
  news: row.news,
})
