import type { MemberRole } from '@wingmark/contract/reviews'
import { isAtLeast } from '#server/modules/access/policy'

/** The caller is in the workspace; made only by `requireWorkspace`. */
export type WorkspaceAccess = {
  readonly workspaceId: string
  readonly role: MemberRole
}

/** A snapshot, for long-lived streams. */
export type WorkspaceStanding = WorkspaceAccess & {
  readonly epoch: number
  /** The session that file addresses are made for. */
  readonly session: string
  readonly endsAt: null
}

export const canEditWorkspace = (access: WorkspaceAccess) => isAtLeast(access, 'EDITOR')
export const canEditTasks = (access: WorkspaceAccess) => isAtLeast(access, 'EDITOR')
/** Write on timelines; edit and delete own messages. */
export const canWriteIn = (access: WorkspaceAccess) => isAtLeast(access, 'COMMENTER')
/** Delete, restore and hand over the workspace, change roles. */
export const canOwnWorkspace = (access: WorkspaceAccess) => access.role === 'OWNER'
export const canLeaveWorkspace = (access: WorkspaceAccess) => access.role !== 'OWNER'

/** Status and dates: editors, and commenters where the task is theirs. */
export const canMoveTask = (access: WorkspaceAccess, task: { assigneeId: string | null }, userId: string) =>
  canEditTasks(access) || (canWriteIn(access) && task.assigneeId === userId)
