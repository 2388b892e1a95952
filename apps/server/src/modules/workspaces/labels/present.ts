import type { Label } from '@wingmark/contract/labels'
import { canEditWorkspace, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import type { LabelRow } from '#server/modules/workspaces/labels/store'

export const presentLabel = ({ id, workspaceId, name, color }: LabelRow, access: WorkspaceAccess): Label => ({
  _id: id,
  workspace: workspaceId,
  name,
  color,
  can: { edit: canEditWorkspace(access), delete: canEditWorkspace(access) },
})
