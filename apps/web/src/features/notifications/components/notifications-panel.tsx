import { Button, Popover, Tabs, Title } from '@mantine/core'
import type { Notification } from '@wingmark/contract/notifications'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/components/mark-all-read'
import { MenuPanel } from '#web/features/notifications/components/menu-panel'
import type { NotificationsTab } from '#web/features/notifications/queries'
import { markSeen } from '#web/features/notifications/seen'
import type { MenuPlace } from '#web/ui/late-menu'
import { PopoverAt } from '#web/ui/menu-at'
import classes from './notifications-menu.module.css'

type Given = { allPath: string; unread: number; shown: readonly Notification[] }

/** The bell's menu. */
export function NotificationsPanel({ place, ...given }: Given & { place: MenuPlace }) {
  return (
    <PopoverAt
      place={place}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 120 }}
    >
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        <Panel {...given} onClose={() => place.onChange(false)} />
      </Popover.Dropdown>
    </PopoverAt>
  )
}

function Panel({ allPath, unread, shown, onClose }: Given & { onClose: () => void }) {
  const [tab, setTab] = useState<NotificationsTab>('all')
  const newest = shown[0]?.createdAt
  // Arrivals while it is open count as seen.
  useEffect(() => markSeen(newest), [newest])
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h3">
          Notifications
        </Title>
        <MarkAllRead tab={tab} unread={unread} shown={shown} />
      </div>
      <Tabs value={tab} onChange={(next) => setTab(next === 'unread' ? 'unread' : 'all')} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="all">All</Tabs.Tab>
          <Tabs.Tab value="unread">Unread</Tabs.Tab>
        </Tabs.List>
        {(['all', 'unread'] as const).map((one) => (
          <Tabs.Panel key={one} value={one} className={classes.panel}>
            <MenuPanel tab={one} onOpen={onClose} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.foot}>
        <Button component={Link} to={allPath} variant="default" size="xs" fullWidth onClick={onClose}>
          View All Notifications
        </Button>
      </div>
    </>
  )
}
