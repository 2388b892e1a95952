import { Group, Skeleton, Tabs } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { MarkAllRead } from '#web/features/notifications/components/mark-all-read'
import { NotificationDays } from '#web/features/notifications/components/notification-days'
import { notificationsQuery, refreshMs } from '#web/features/notifications/queries'
import { markSeen } from '#web/features/notifications/seen'
import { useUndo } from '#web/lib/undo'
import { useRefreshing } from '#web/lib/user-live'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { Panel } from '#web/ui/panel'
import { usePageNumber } from '#web/ui/use-page-number'

const pageSize = 20

export function NotificationsPage() {
  const [page, setPage] = usePageNumber()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'unread' ? 'unread' : 'all'
  const { data, error, refetch } = useQuery({
    ...notificationsQuery(tab, page, pageSize),
    ...useRefreshing(refreshMs),
  })
  useUndo(focusHeading)
  const newest = data?.results[0]?.createdAt
  useEffect(() => {
    if (page === 1) markSeen(newest)
  }, [page, newest])
  return (
    <Page title="Notifications" width="reading">
      <Group justify="space-between" mb="md">
        <Tabs value={tab} onChange={(next) => setSearch(next === 'unread' ? { tab: next } : {})}>
          <Tabs.List aria-label="Which notifications">
            <Tabs.Tab value="all">All</Tabs.Tab>
            <Tabs.Tab value="unread">Unread</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        {page === 1 && <MarkAllRead tab={tab} unread={data?.unread ?? 0} shown={data?.results ?? []} />}
      </Group>
      {!data && error && <LoadError what="Your notifications" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Panel>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={44} my="sm" mx="sm" width="auto" />
          ))}
        </Panel>
      )}
      {data && data.results.length === 0 && (
        <PageMessage
          order={2}
          picture={<IconBell />}
          title={tab === 'unread' ? 'Nothing unread' : 'No notifications yet'}
          text="When someone comments on your reviews, you will see it here."
        />
      )}
      {data && data.results.length > 0 && (
        <>
          <NotificationDays notifications={data.results} />
          <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
        </>
      )}
    </Page>
  )
}
