import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Workspace } from '@wingmark/contract/workspaces'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'

const WorkspaceActions = lateMenu('This menu', () =>
  import('#web/features/workspaces/components/workspace-actions').then((part) => part.WorkspaceActions),
)

export function WorkspaceMenu({ workspace }: { workspace: Workspace }) {
  const { button, place } = useLateMenu('menu', WorkspaceActions.preload)
  return (
    <>
      <ActionIcon {...button} data-touch aria-label="More about this workspace">
        <IconDots size={18} />
      </ActionIcon>
      {place && <WorkspaceActions workspace={workspace} place={place} />}
    </>
  )
}
