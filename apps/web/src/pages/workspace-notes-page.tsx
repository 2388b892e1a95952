import { WorkspaceFrame } from '#web/features/workspaces/components/workspace-frame'
import { Notes } from '#web/features/workspaces/notes/notes'

export function WorkspaceNotesPage() {
  return (
    <WorkspaceFrame part="Notes">
      {(workspace) => <Notes key={workspace._id} workspaceId={workspace._id} />}
    </WorkspaceFrame>
  )
}
