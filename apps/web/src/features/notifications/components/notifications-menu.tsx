import { ActionIcon, Indicator, Popover, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { allOf } from '#web/features/notifications/notification-pages'
import { menuQuery, useLiveNotifications, useRefreshing } from '#web/features/notifications/queries'
import { markSeen, useHasUnseen } from '#web/features/notifications/seen'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './notifications-menu.module.css'

const NotificationsPanel = lazily(
  () =>
    import('#web/features/notifications/components/notifications-panel').then(
      (part) => part.NotificationsPanel,
    ),
  (late) => <LatePart late={late} what="What is new" />,
)

export function NotificationsMenu({ allPath }: { allPath: string }) {
  const [opened, setOpened] = useState(false)
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
        <ActionIcon
          size="lg"
          aria-label={labelOf(unread, hasUnseen)}
          onPointerEnter={NotificationsPanel.preload}
          onFocus={NotificationsPanel.preload}
          onClick={() => setOpened(!opened)}
        >
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
        <Suspense fallback={<Skeleton height={160} m="md" width="auto" aria-label="Loading" />}>
          <NotificationsPanel
            allPath={allPath}
            unread={unread}
            newest={newest}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function labelOf(unread: number, hasUnseen: boolean): string {
  if (unread === 0) return 'Notifications'
  return hasUnseen ? `Notifications, something new, ${unread} unread` : `Notifications, ${unread} unread`
}
