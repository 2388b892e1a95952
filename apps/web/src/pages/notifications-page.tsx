import { Button, Group, Skeleton, Tabs } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/components/mark-all-read'
import { NotificationDays } from '#web/features/notifications/components/notification-days'
import { allOf, firstRows, groupNotifications } from '#web/features/notifications/notification-pages'
import { pageQuery, refreshMs } from '#web/features/notifications/queries'
import { markSeen } from '#web/features/notifications/seen'
import { formatDayName } from '#web/lib/format'
import { useUndo } from '#web/lib/undo'
import { useRefreshing } from '#web/lib/user-live'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { Panel } from '#web/ui/panel'

const rowsAtOnce = 20

export function NotificationsPage() {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'unread' ? 'unread' : 'all'
  const [wanted, setWanted] = useState(rowsAtOnce)
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...pageQuery(tab),
    ...useRefreshing(refreshMs),
  })
  useUndo(focusHeading)
  const all = allOf(data)
  const { shown, total } = firstRows(groupNotifications(all, formatDayName), wanted)
  const needsMore = total <= wanted && hasNextPage
  useEffect(() => {
    if (needsMore && !isFetching && !error) void fetchNextPage()
  }, [needsMore, isFetching, error, fetchNextPage])
  const newest = all[0]?.createdAt
  useEffect(() => markSeen(newest), [newest])
  const choose = (next: string | null) => {
    setWanted(rowsAtOnce)
    setSearch(next === 'unread' ? { tab: next } : {})
  }
  return (
    <Page title="Notifications" width="reading">
      <Group justify="space-between" mb="md">
        <Tabs value={tab} onChange={choose}>
          <Tabs.List aria-label="Which notifications">
            <Tabs.Tab value="all">All</Tabs.Tab>
            <Tabs.Tab value="unread">Unread</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        <MarkAllRead tab={tab} unread={data?.pages[0]?.unread ?? 0} shown={all} />
      </Group>
      {!data && error && <LoadError what="Your notifications" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Panel>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={44} my="sm" mx="sm" width="auto" />
          ))}
        </Panel>
      )}
      {data && all.length === 0 && (
        <PageMessage
          order={2}
          picture={<IconBell />}
          title={tab === 'unread' ? 'Nothing unread' : 'No notifications yet'}
          text={
            tab === 'unread'
              ? 'You’re all caught up.'
              : 'Comments, invitations, tasks and other news will appear here.'
          }
        />
      )}
      <NotificationDays days={shown} />
      {(total > wanted || hasNextPage) && (
        <Group justify="center">
          <Button
            variant="default"
            size="xs"
            loading={needsMore && isFetching}
            onClick={() => (error ? void fetchNextPage() : setWanted(wanted + rowsAtOnce))}
          >
            Show more
          </Button>
        </Group>
      )}
    </Page>
  )
}
