import type { InvitedRole } from '@wingmark/contract/invitations'
import type { MemberRole } from '@wingmark/contract/reviews'

export const roleNames: Record<MemberRole, string> = {
  OWNER: 'Owner',
  EDITOR: 'Editor',
  COMMENTER: 'Commenter',
  VIEWER: 'Viewer',
}

/** What the role permits, to follow "can". */
export const roleAbilities: Record<InvitedRole, string> = {
  EDITOR: 'add designs, comment and resolve',
  COMMENTER: 'see the designs and comment on them',
  VIEWER: 'see the designs and what others say about them',
}

export const workspaceRoleAbilities: Record<InvitedRole, string> = {
  EDITOR: 'add, change and move all tasks',
  COMMENTER: 'see all tasks, comment on them and complete assigned ones',
  VIEWER: 'see the tasks and what others say about them',
}
