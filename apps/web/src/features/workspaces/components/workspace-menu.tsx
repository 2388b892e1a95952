import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Workspace } from '@wingmark/contract/workspaces'
import { Suspense } from 'react'
import { labelEditor } from '#web/features/workspaces/labels/label-editor-request'
import { useStore } from '#web/lib/store'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const WorkspaceActions = lateMenu('This menu', () =>
  import('#web/features/workspaces/components/workspace-actions').then((part) => part.WorkspaceActions),
)

const endEditing = () => labelEditor.dispatch(null)
const LabelEditor = lazily(
  () => import('#web/features/workspaces/labels/label-editor').then((part) => part.LabelEditor),
  (late, { onClose }) => <LateDialog late={late} what="The labels" onClose={onClose} />,
)

export function WorkspaceMenu({ workspace }: { workspace: Workspace }) {
  const isEditing = useStore(labelEditor, (id) => id === workspace._id)
  const { button, place } = useLateMenu('menu', WorkspaceActions.preload)
  return (
    <>
      <ActionIcon {...button} data-touch aria-label="Actions for this workspace">
        <IconDots size={18} />
      </ActionIcon>
      {place && <WorkspaceActions workspace={workspace} place={place} />}
      {isEditing && (
        <Suspense>
          <LabelEditor workspace={workspace} onClose={endEditing} />
        </Suspense>
      )}
    </>
  )
}
