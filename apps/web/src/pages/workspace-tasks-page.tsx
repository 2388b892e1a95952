import { TasksView } from '#web/features/workspaces/board/tasks-view'
import { WorkspaceFrame } from '#web/features/workspaces/components/workspace-frame'

export function WorkspaceTasksPage() {
  return (
    <WorkspaceFrame part="Tasks" width="wide">
      {(workspace) => <TasksView key={workspace._id} workspace={workspace} />}
    </WorkspaceFrame>
  )
}
