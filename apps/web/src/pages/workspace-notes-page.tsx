import { KeptWorkspaceWords } from '#web/features/workspaces/components/kept-workspace-words'
import { WorkspaceFrame } from '#web/features/workspaces/components/workspace-frame'
import { LeftNotes } from '#web/features/workspaces/notes/left-notes'
import { Notes } from '#web/features/workspaces/notes/notes'

export function WorkspaceNotesPage() {
  return (
    <WorkspaceFrame
      part="Notes"
      renderMissing={(id, missing) => (
        <LeftNotes
          workspaceId={id}
          missing={missing}
          renderKept={(isShown) => <KeptWorkspaceWords workspaceId={id} isShown={isShown} />}
        />
      )}
    >
      {(workspace) => <Notes key={workspace._id} workspaceId={workspace._id} />}
    </WorkspaceFrame>
  )
}
