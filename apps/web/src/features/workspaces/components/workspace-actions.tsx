import { Menu } from '@mantine/core'
import { IconLogout, IconTag, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useNavigate } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { labelEditor } from '#web/features/workspaces/labels/label-editor-request'
import { notesQuery } from '#web/features/workspaces/notes/note-queries'
import { useDeleteWorkspace, useLeaveWorkspace, useRestoreWorkspace } from '#web/features/workspaces/queries'
import { paths } from '#web/lib/paths'
import { offerUndo } from '#web/lib/undo'
import type { MenuPlace } from '#web/ui/late-menu'
import { MenuAt } from '#web/ui/menu-at'

type Props = { workspace: Workspace; place: MenuPlace }

/** Labels for editors; delete for the owner, leave for everyone else. */
export function WorkspaceActions({ workspace: { _id, name, can }, place }: Props) {
  const { data: profile } = useQuery(profileQuery)
  const remove = useDeleteWorkspace()
  const restore = useRestoreWorkspace()
  const leave = useLeaveWorkspace()
  const navigate = useNavigate()
  const goAway = () => navigate(paths.workspaces)
  const client = useQueryClient()
  /** Where the user's own messages stay readable. */
  const goToNotes = async () => {
    const notes = await client.fetchQuery(notesQuery(_id)).catch(() => [])
    await (notes.length > 0 ? navigate(paths.workspaceNotes(_id)) : goAway())
  }
  return (
    <MenuAt place={place} position="bottom-end" width={220}>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item leftSection={<IconTag size={16} />} onClick={() => labelEditor.dispatch(_id)}>
            Edit labels
          </Menu.Item>
        )}
        {can.delete && (
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            onClick={async () => {
              await remove.mutateAsync(_id)
              await goAway()
              offerUndo(`“${isolated(name)}” deleted`, () => restore.mutate(_id))
            }}
          >
            Delete workspace
          </Menu.Item>
        )}
        {can.leave && profile && (
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() =>
              leave.mutate({ id: _id, memberId: profile.user._id }, { onSuccess: () => void goToNotes() })
            }
          >
            Leave workspace
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </MenuAt>
  )
}
