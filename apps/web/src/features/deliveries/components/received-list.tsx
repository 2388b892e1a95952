import { Skeleton } from '@mantine/core'
import { IconInbox, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deliveryFacts, stateWords } from '#web/features/deliveries/delivery-facts'
import { receivedQuery } from '#web/features/deliveries/queries'
import { formatRelativeTime } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { Face } from '#web/ui/face'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './deliveries.module.css'

/** Deliveries sent to the user's address. */
export function ReceivedList() {
  const [page, setPage] = usePageNumber()
  const { data, error, refetch } = useQuery(receivedQuery(page))
  if (!data && error) return <LoadError what="The received files" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  if (data.results.length === 0)
    return (
      <PageMessage
        order={2}
        picture={<IconInbox />}
        title="Nothing received yet"
        text="Files sent to your email address appear here once the address is confirmed."
      />
    )
  return (
    <>
      <ul className={classes.lines} aria-label="Received">
        {data.results.map((one) => (
          <li key={`${one._id}${one.shareCode}`} className={classes.line}>
            <Face connectionId={one.sender._id} name={one.sender.name} src={one.sender.avatar} size={36} />
            <span className={classes.words}>
              <Link to={paths.delivery(one._id, one.shareCode)} className={classes.link} title={one.name}>
                {one.name}
              </Link>
              <span className={classes.size}>
                <bdi>{one.sender.name}</bdi> · {formatRelativeTime(one.createdAt)}
              </span>
              <span className={classes.size}>
                {one.state === 'OPEN' ? '' : `${stateWords[one.state]} · `}
                {deliveryFacts(one)}
                {one.isDownloaded && ' · downloaded'}
              </span>
            </span>
            {one.hasAccessKey && <IconLock size={18} role="img" aria-label="Needs a password" />}
          </li>
        ))}
      </ul>
      <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
    </>
  )
}
