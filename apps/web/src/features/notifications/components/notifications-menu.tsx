import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { allOf } from '#web/features/notifications/notification-pages'
import { menuQuery, refreshMs, useLiveNotifications } from '#web/features/notifications/queries'
import { useHasUnseen } from '#web/features/notifications/seen'
import { useRefreshing } from '#web/lib/user-live'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'

const NotificationsPanel = lateMenu('The notifications', () =>
  import('#web/features/notifications/components/notifications-panel').then(
    (part) => part.NotificationsPanel,
  ),
)

export function NotificationsMenu({ allPath }: { allPath: string }) {
  const { button, place } = useLateMenu('dialog', NotificationsPanel.preload)
  useLiveNotifications()
  const { data } = useInfiniteQuery({ ...menuQuery('all'), ...useRefreshing(refreshMs) })
  const shown = allOf(data)
  const unread = data?.pages[0]?.unread ?? 0
  const hasUnseen = useHasUnseen(shown[0]?.createdAt) && unread > 0
  return (
    <>
      <ActionIcon {...button} size="lg" data-touch aria-label={labelOf(unread, hasUnseen)}>
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
      {place && <NotificationsPanel place={place} allPath={allPath} unread={unread} shown={shown} />}
    </>
  )
}

function labelOf(unread: number, hasUnseen: boolean): string {
  if (unread === 0) return 'Notifications'
  return hasUnseen ? `Notifications, something new, ${unread} unread` : `Notifications, ${unread} unread`
}
