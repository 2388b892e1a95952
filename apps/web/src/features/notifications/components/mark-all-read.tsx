import { Button } from '@mantine/core'
import { useReadNotifications } from '#web/features/notifications/queries'
import { formatCount } from '#web/lib/format'
import { offerUndo } from '#web/lib/undo'

type Props = { unread: number; newest: string | undefined }

/** Up to the newest that is shown: what arrives in the same moment stays unread. */
export function MarkAllRead({ unread, newest }: Props) {
  const { mutate: read, isPending } = useReadNotifications()
  if (unread === 0 || newest === undefined) return null
  const markAll = () =>
    read(
      { all: true, before: newest },
      {
        onSuccess: ({ ids }) =>
          offerUndo(`${formatCount(ids.length, 'notification')} marked as read.`, () =>
            read({ ids, unread: true }),
          ),
      },
    )
  return (
    <Button variant="subtle" size="compact-xs" loading={isPending} onClick={markAll}>
      Mark all as read
    </Button>
  )
}
