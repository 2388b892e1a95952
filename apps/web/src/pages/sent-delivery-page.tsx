import { Button, Skeleton } from '@mantine/core'
import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { SentDetails } from '#web/features/deliveries/components/sent-details'
import { deliveryItemsQuery, deliveryQuery } from '#web/features/deliveries/queries'
import { useReadAbout } from '#web/features/notifications/queries'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { LoadError } from '#web/ui/load-error'
import { Page } from '#web/ui/page'
import { PageMessage } from '#web/ui/page-message'

/** A sent delivery: its state, and everything that can be changed. */
export function SentDeliveryPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(deliveryQuery(id))
  useReadAbout(data ? { subject: { kind: 'DELIVERY', _id: data._id } } : null)
  // In parallel, not afterwards.
  usePrefetchInfiniteQuery(deliveryItemsQuery(id))
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone)
    return (
      <PageMessage isPage title="Delivery not found" text="It may have been deleted.">
        <Button component={Link} to={paths.sentTransfers} variant="default">
          Back to Sent
        </Button>
      </PageMessage>
    )
  return (
    <Page
      title={data?.name ?? 'Sent'}
      width="reading"
      actions={
        <Button component={Link} to={paths.sentTransfers} variant="default" size="xs">
          Back to Sent
        </Button>
      }
    >
      {!data && error && <LoadError what="The sent files" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && <SentDetails key={data._id} delivery={data} />}
    </Page>
  )
}
