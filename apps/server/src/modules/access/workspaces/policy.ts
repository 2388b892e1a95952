import type { MemberRole } from '@wingmark/contract/reviews'
import { isAtLeast } from '#server/modules/access/policy'

/** The caller is in the workspace; made only by `requireWorkspace`. */
export type WorkspaceAccess = {
  readonly workspaceId: string
  readonly role: MemberRole
}

/** As it was at one moment, for what lasts. */
export type WorkspaceStanding = WorkspaceAccess & {
  readonly epoch: number
  /** Whose addresses of files are made for it. */
  readonly session: string
  readonly endsAt: null
}

export const canEditWorkspace = (access: WorkspaceAccess) => isAtLeast(access, 'EDITOR')
export const canEditTasks = (access: WorkspaceAccess) => isAtLeast(access, 'EDITOR')
/** Say something on timelines; edit and delete it. */
export const canWriteIn = (access: WorkspaceAccess) => isAtLeast(access, 'COMMENTER')
/** Delete, restore and hand over the workspace, change roles. */
export const canOwnWorkspace = (access: WorkspaceAccess) => access.role === 'OWNER'
export const canLeaveWorkspace = (access: WorkspaceAccess) => access.role !== 'OWNER'

/** Status and dates: editors, and commenters where the task is theirs. */
export const canMoveTask = (access: WorkspaceAccess, task: { assigneeId: string | null }, userId: string) =>
  canEditTasks(access) || (canWriteIn(access) && task.assigneeId === userId)
