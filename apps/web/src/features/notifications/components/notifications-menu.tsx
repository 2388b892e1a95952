import { ActionIcon, Button, Indicator, Popover, Tabs, Text, Title, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { NotificationList } from '#web/features/notifications/components/notification-list'
import { notificationsQuery, useLiveNotifications, useRefreshing } from '#web/features/notifications/queries'
import { markSeen, useHasUnseen } from '#web/features/notifications/seen'
import classes from './notifications-menu.module.css'

export function NotificationsMenu({ allPath }: { allPath: string }) {
  const [opened, setOpened] = useState(false)
  useLiveNotifications()
  const { data } = useQuery({ ...notificationsQuery(), ...useRefreshing() })
  const notifications = data?.results ?? []
  const hasUnseen = useHasUnseen(notifications[0]?.createdAt)
  const change = (open: boolean) => {
    setOpened(open)
    if (open) markSeen(notifications[0]?.createdAt)
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <Tooltip label="Notifications" disabled={opened}>
          <ActionIcon
            size="lg"
            aria-label={hasUnseen ? 'Notifications, something new' : 'Notifications'}
            onClick={() => change(!opened)}
          >
            <Indicator disabled={!hasUnseen} size={7} offset={3} zIndex={1}>
              <IconBell size={18} />
            </Indicator>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        <Title order={2} size="h3" className={classes.title}>
          Notifications
        </Title>
        <Tabs defaultValue="all">
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="all">All</Tabs.Tab>
            <Tabs.Tab value="unread" disabled>
              Unread
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="all" className={classes.panel}>
            {notifications.length > 0 ? (
              <NotificationList notifications={notifications} onOpen={() => setOpened(false)} />
            ) : (
              <Text c="dimmed" size="sm" className={classes.empty}>
                No notifications yet
              </Text>
            )}
          </Tabs.Panel>
        </Tabs>
        <div className={classes.foot}>
          <Button
            component={Link}
            to={allPath}
            variant="default"
            size="xs"
            fullWidth
            onClick={() => setOpened(false)}
          >
            View All Notifications
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
