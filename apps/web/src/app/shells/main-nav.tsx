import { Kbd, Menu, UnstyledButton } from '@mantine/core'
import {
  IconChecklist,
  IconChevronDown,
  IconCommand,
  IconFolders,
  IconLayoutKanban,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { openPalette } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import classes from './main-nav.module.css'

export function MainNav() {
  const { data } = useQuery(profileQuery)
  return (
    <nav aria-label="Main" className={classes.nav}>
      <NavLink to={paths.dashboard} className={classes.link}>
        Dashboard
      </NavLink>
      <NavLink to={paths.reviews} className={classes.link}>
        Reviews
      </NavLink>
      {data?.connectionProfile && (
        <NavLink to={paths.connections} className={classes.link}>
          Connections
        </NavLink>
      )}
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <UnstyledButton className={classes.link}>
            More <IconChevronDown size={13} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={paths.transfers}
            leftSection={<IconFolders size={16} aria-hidden />}
          >
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
      </Menu>
    </nav>
  )
}
