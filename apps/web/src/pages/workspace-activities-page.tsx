import { Activities } from '#web/features/workspaces/activities/activities'
import { WorkspaceFrame } from '#web/features/workspaces/components/workspace-frame'

export function WorkspaceActivitiesPage() {
  return (
    <WorkspaceFrame part="Activities">
      {(workspace) => <Activities key={workspace._id} workspace={workspace} />}
    </WorkspaceFrame>
  )
}
