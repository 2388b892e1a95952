import { Menu } from '@mantine/core'
import { IconBell, IconChecklist, IconMessageCircle, IconUsers } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useUnreadMessages } from '#web/features/messages/queries'
import { paths } from '#web/lib/paths'

/** What the bottom navigation of phones has no tab for. */
export function PhoneLinks({ hasProfile }: { hasProfile: boolean }) {
  const { inbox, requests } = useUnreadMessages()
  const unread = inbox + requests
  const links = [
    ...(hasProfile ? [{ to: paths.connections, name: 'Connections', Icon: IconUsers }] : []),
    {
      to: paths.messages,
      name: unread > 0 ? `Messages, ${unread} unread` : 'Messages',
      Icon: IconMessageCircle,
    },
    { to: paths.notifications, name: 'Notifications', Icon: IconBell },
    { to: paths.tasks, name: 'Tasks', Icon: IconChecklist },
  ]
  return (
    <>
      {links.map(({ to, name, Icon }) => (
        <Menu.Item key={to} component={NavLink} to={to} leftSection={<Icon size={16} aria-hidden />}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
