import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { deliverySentence } from '#web/features/deliveries/delivery-sentence'
import { deliveryActivityQuery } from '#web/features/deliveries/queries'
import { formatRelativeTime } from '#web/lib/format'
import { LoadError } from '#web/ui/load-error'
import classes from './deliveries.module.css'

/** Who opened and downloaded it, and its changes; newest first. */
export function DeliveryRecord({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    deliveryActivityQuery(id),
  )
  if (!data && error) return <LoadError what="The activity" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) return <p className={classes.notice}>No one has opened it yet.</p>
  return (
    <>
      <ol className={classes.lines}>
        {data.map((entry) => (
          <li key={entry._id} className={classes.line}>
            <span className={classes.words}>{deliverySentence(entry)}</span>
            <time className={classes.size} dateTime={entry.createdAt}>
              {formatRelativeTime(entry.createdAt)}
            </time>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
