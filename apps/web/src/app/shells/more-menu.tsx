import { Menu } from '@mantine/core'
import { IconChecklist, IconLayoutKanban, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import type { MenuPlace } from '#web/ui/late-menu'
import { MenuAt } from '#web/ui/menu-at'

/** Links for which a tablet's header has no room. */
export function MoreMenu({ place }: { place: MenuPlace }) {
  const { data } = useQuery(profileQuery)
  return (
    <MenuAt place={place} position="bottom-start" width={220}>
      <Menu.Dropdown>
        <Menu.Item
          component={NavLink}
          to={paths.workspaces}
          leftSection={<IconLayoutKanban size={16} aria-hidden />}
        >
          Workspaces
        </Menu.Item>
        <Menu.Item component={NavLink} to={paths.tasks} leftSection={<IconChecklist size={16} aria-hidden />}>
          Your tasks
        </Menu.Item>
        {data?.connectionProfile && (
          <Menu.Item
            component={NavLink}
            to={paths.connections}
            leftSection={<IconUsers size={16} aria-hidden />}
          >
            Connections
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </MenuAt>
  )
}
