import { Button } from '@mantine/core'
import type { Notification } from '@wingmark/contract/notifications'
import { type NotificationsTab, useReadNotifications } from '#web/features/notifications/queries'
import { formatCount } from '#web/lib/format'
import { offerUndo } from '#web/lib/undo'

type Props = {
  tab: NotificationsTab
  /** Unread ones, without muted ones. */
  unread: number
  /** The loaded ones, newest first. */
  shown: readonly Notification[]
}

/** Marks the tab's notifications up to the newest shown: later arrivals stay unread. */
export function MarkAllRead({ tab, unread, shown }: Props) {
  const { mutate: read, isPending } = useReadNotifications()
  const before = shown[0]?.createdAt
  const isAny = unread > 0 || (tab === 'all' && shown.some(({ readAt }) => readAt === null))
  if (!isAny || before === undefined) return null
  const markAll = () =>
    read(
      { all: true, muted: tab === 'all', before },
      {
        onSuccess: ({ changed, readAt }) =>
          offerUndo(`${formatCount(changed, 'notification')} marked as read.`, () =>
            read({ readAt, unread: true }),
          ),
      },
    )
  return (
    <Button variant="subtle" color="gray" size="compact-xs" loading={isPending} onClick={markAll}>
      Mark all as read
    </Button>
  )
}
