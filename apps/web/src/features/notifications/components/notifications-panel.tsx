import { Button, Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/components/mark-all-read'
import { MenuPanel } from '#web/features/notifications/components/menu-panel'
import type { NotificationsTab } from '#web/features/notifications/queries'
import classes from './notifications-menu.module.css'

type Props = { allPath: string; unread: number; newest: string | undefined; onClose: () => void }

/** What the bell opens. */
export function NotificationsPanel({ allPath, unread, newest, onClose }: Props) {
  const [tab, setTab] = useState<NotificationsTab>('all')
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h3">
          Notifications
        </Title>
        <MarkAllRead unread={unread} newest={newest} />
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
