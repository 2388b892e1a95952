import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delivery } from '@wingmark/contract/deliveries'
import { mainLinkName } from '@wingmark/contract/delivery-facts'
import { Link } from 'react-router'
import { deliveryFacts, downloadsOf, stateWords } from '#web/features/deliveries/delivery-facts'
import { sentWithQuery } from '#web/features/deliveries/queries'
import { transferQuery } from '#web/features/transfers/queries'
import { formatCount, formatDay, formatRelativeTime, formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from './deliveries.module.css'

type Props = { item: { id: string; name: string }; onClose: () => void }

/** What a file or folder of the user is, where it was sent, and whether it was downloaded. */
export function ItemDetails({ item, onClose }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={item.name}
      size="var(--wm-dialog-width)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.fields}>
        <About id={item.id} />
        <Sent id={item.id} onLeave={onClose} />
      </div>
    </Dialog>
  )
}

function About({ id }: { id: string }) {
  const { data } = useQuery(transferQuery(id))
  if (!data) return <Skeleton height={24} />
  const { type, file, size, itemCount, createdAt } = data
  const facts = [
    type === 'FOLDER' ? `Folder with ${formatCount(itemCount, 'item')}` : (file?.mime ?? 'File'),
    formatStorage(size ?? 0),
    `added ${formatDay(createdAt)}`,
  ]
  return <p className={classes.facts}>{facts.join(' · ')}</p>
}

function Sent({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(sentWithQuery(id))
  if (!data && error)
    return <LoadError what="The list of links it was sent with" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  if (data.total === 0) return <p className={classes.notice}>It hasn’t been sent to anyone yet.</p>
  return (
    <section aria-label="Where it was sent">
      <h3 className={classes.folder}>Where it was sent</h3>
      <ul className={classes.lines}>
        {data.results.map((delivery) => (
          <li key={delivery._id} className={classes.line}>
            <span className={classes.words}>
              <Link to={paths.sentDelivery(delivery._id)} className={classes.link} onClick={onLeave}>
                {delivery.name}
              </Link>
              <span className={classes.size}>
                {[
                  stateWords[delivery.state],
                  deliveryFacts(delivery),
                  delivery.recipients.length > 0 ? `to ${delivery.recipients.join(', ')}` : '',
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
              <span className={classes.size}>{downloadsOf(delivery)}</span>
              <Fetched by={delivery.downloadedBy} />
            </span>
          </li>
        ))}
      </ul>
      {data.total > data.results.length && (
        <p className={classes.facts}>and {(data.total - data.results.length).toLocaleString('en')} more</p>
      )}
    </section>
  )
}

function Fetched({ by }: { by: Delivery['downloadedBy'] }) {
  return by.map(({ _id, email, name, downloadCount, lastDownloadedAt }) => (
    <span key={_id} className={classes.size}>
      {[
        email ?? (name === mainLinkName ? 'Main link' : name),
        formatCount(downloadCount, 'download'),
        lastDownloadedAt ? `last downloaded ${formatRelativeTime(lastDownloadedAt)}` : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')}
    </span>
  ))
}
