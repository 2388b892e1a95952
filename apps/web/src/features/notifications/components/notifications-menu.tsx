import { ActionIcon, Button, Indicator, Popover, Tabs, Title } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/components/mark-all-read'
import { MenuPanel } from '#web/features/notifications/components/menu-panel'
import { allOf } from '#web/features/notifications/notification-pages'
import {
  menuQuery,
  type NotificationsTab,
  useLiveNotifications,
  useRefreshing,
} from '#web/features/notifications/queries'
import { markSeen, useHasUnseen } from '#web/features/notifications/seen'
import classes from './notifications-menu.module.css'

export function NotificationsMenu({ allPath }: { allPath: string }) {
  const [opened, setOpened] = useState(false)
  const [tab, setTab] = useState<NotificationsTab>('all')
  useLiveNotifications()
  const { data } = useInfiniteQuery({ ...menuQuery('all'), ...useRefreshing() })
  const newest = allOf(data)[0]?.createdAt
  const unread = data?.pages[0]?.unread ?? 0
  const hasUnseen = useHasUnseen(newest) && unread > 0
  // What arrives while it is open is seen as it comes.
  useEffect(() => {
    if (opened) markSeen(newest)
  }, [opened, newest])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ActionIcon size="lg" aria-label={labelOf(unread, hasUnseen)} onClick={() => setOpened(!opened)}>
          <Indicator
            disabled={unread === 0}
            size={7}
            offset={3}
            zIndex={1}
            color={hasUnseen ? 'var(--wm-unread)' : 'var(--wm-text-dimmed)'}
          >
            <IconBell size={18} />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        <div className={classes.head}>
          <Title order={2} size="h3">
            Notifications
          </Title>
          <MarkAllRead unread={unread} newest={newest} />
        </div>
        <Tabs
          value={tab}
          onChange={(next) => setTab(next === 'unread' ? 'unread' : 'all')}
          keepMounted={false}
        >
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="all">All</Tabs.Tab>
            <Tabs.Tab value="unread">Unread</Tabs.Tab>
          </Tabs.List>
          {(['all', 'unread'] as const).map((one) => (
            <Tabs.Panel key={one} value={one} className={classes.panel}>
              <MenuPanel tab={one} onOpen={() => setOpened(false)} />
            </Tabs.Panel>
          ))}
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

function labelOf(unread: number, hasUnseen: boolean): string {
  if (unread === 0) return 'Notifications'
  return hasUnseen ? `Notifications, something new, ${unread} unread` : `Notifications, ${unread} unread`
}
