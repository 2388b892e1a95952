import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NotificationList } from '#web/features/notifications/components/notification-list'
import { notificationsQuery, useRefreshing } from '#web/features/notifications/queries'
import { markSeen } from '#web/features/notifications/seen'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { Panel } from '#web/ui/panel'
import { usePageNumber } from '#web/ui/use-page-number'

const pageSize = 20

export function NotificationsPage() {
  const [page, setPage] = usePageNumber()
  const { data, error, refetch } = useQuery({
    ...notificationsQuery({ page, limit: pageSize }),
    ...useRefreshing(),
  })
  const newest = page === 1 ? data?.results[0]?.createdAt : undefined
  useEffect(() => markSeen(newest), [newest])
  return (
    <Page title="Notifications" width="reading">
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
          title="No notifications yet"
          text="When somebody comments on your reviews, you will read it here."
        />
      )}
      {data && data.results.length > 0 && (
        <>
          <Panel>
            <NotificationList notifications={data.results} />
          </Panel>
          <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
        </>
      )}
    </Page>
  )
}
