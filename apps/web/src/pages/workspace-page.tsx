import { WorkspaceDetails } from '#web/features/workspaces/components/workspace-details'
import { WorkspaceFrame } from '#web/features/workspaces/components/workspace-frame'

export function WorkspacePage() {
  return (
    <WorkspaceFrame part="Details">
      {(workspace) => <WorkspaceDetails key={workspace._id} workspace={workspace} />}
    </WorkspaceFrame>
  )
}
