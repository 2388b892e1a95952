import { Kbd, Menu } from '@mantine/core'
import { IconChecklist, IconCommand, IconFolders, IconLayoutKanban } from '@tabler/icons-react'
import { Link } from 'react-router'
import { openPalette } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import type { MenuPlace } from '#web/ui/late-menu'
import { MenuAt } from '#web/ui/menu-at'

/** Links that do not fit into the main navigation. */
export function MoreMenu({ place }: { place: MenuPlace }) {
  return (
    <MenuAt place={place} position="bottom-start" width={260}>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.transfers} leftSection={<IconFolders size={16} aria-hidden />}>
          Transfers
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.workspaces}
          leftSection={<IconLayoutKanban size={16} aria-hidden />}
        >
          Workspaces
        </Menu.Item>
        <Menu.Item component={Link} to={paths.tasks} leftSection={<IconChecklist size={16} aria-hidden />}>
          Your tasks
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconCommand size={16} aria-hidden />}
          rightSection={<Kbd size="xs">Ctrl/⌘ K</Kbd>}
          onClick={openPalette}
        >
          Search and commands
        </Menu.Item>
      </Menu.Dropdown>
    </MenuAt>
  )
}
