import { Anchor, Button } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { Link } from 'react-router'
import type { useDownload } from '#web/features/deliveries/components/use-download'
import { deliveryFacts, leftWords } from '#web/features/deliveries/delivery-facts'
import { useKeepDelivery } from '#web/features/deliveries/queries'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { toastError, toastSuccess } from '#web/lib/toast'
import { Face } from '#web/ui/face'
import { useCopy } from '#web/ui/use-copy'
import classes from './deliveries.module.css'

type Props = {
  page: DeliveryPage
  download: ReturnType<typeof useDownload>
  /** Some are selected, and their actions float instead of the one button. */
  isChoosing: boolean
}

/** Who sent what, its expiry, and the one button. */
export function DeliveryHead({ page, download, isChoosing }: Props) {
  const { sender, name, message, isComplete, can, files, fileCount, expectedCount, arrivedCount } = page
  const keep = useKeepDelivery(page._id)
  const { copied, copy } = useCopy()
  // Visitors see the picture in the header.
  const { token } = useSession()
  const hasBegun = download.hasBegun(null)
  const isLost = files.results.length === fileCount && files.results.every((file) => file.isDamaged)
  const canDownload = can.download && fileCount > 0 && !isLost
  const progress = download.progress(null)
  const copyAddress = async () => {
    const address = await download.address(null)
    if (address !== null && !(await copy(address))) toastError(`Copy this address: ${address}`)
  }
  return (
    <header className={classes.head}>
      <p className={classes.sender}>
        {token && <Face connectionId={sender._id} name={sender.name} src={sender.avatar} size={36} />}
        <span>
          <strong>
            <bdi>{sender.name}</bdi>
          </strong>{' '}
          {can.change ? '(you) sent this' : 'sent you'}
        </span>
      </p>
      <h1 className={classes.title}>{name}</h1>
      {message !== '' && <p className={classes.message}>{message}</p>}
      <p className={classes.facts}>
        {deliveryFacts(page)}
        {leftWords(page)}
      </p>
      {!isComplete && arrivedCount > 0 && (
        <p className={classes.facts} role="status">
          {arrivedCount} of {expectedCount ?? arrivedCount} files uploaded
        </p>
      )}
      <div className={classes.headActions}>
        {canDownload && (
          <Button
            size="md"
            className={classes.main}
            data-behind={isChoosing || undefined}
            variant={progress ? 'default' : 'filled'}
            leftSection={
              progress === 'DOWNLOADED' ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconDownload size={18} aria-hidden />
              )
            }
            aria-disabled={progress === 'DOWNLOADING' || undefined}
            onClick={() => progress !== 'DOWNLOADING' && download.download(null)}
          >
            <span aria-live="polite">{labelOf({ progress, hasBegun, page })}</span>
          </Button>
        )}
        {can.keep && fileCount > 0 && (
          <Button
            size="md"
            variant="default"
            loading={keep.isPending}
            onClick={() => keep.mutate(null, { onSuccess: () => toastSuccess('Saved to your transfers') })}
          >
            Save to my transfers
          </Button>
        )}
        {can.change && (
          <Button component={Link} to={paths.sentDelivery(page._id)} size="md" variant="default">
            Edit
          </Button>
        )}
        {canDownload && (
          <Button
            size="md"
            visibleFrom="sm"
            variant="subtle"
            color="gray"
            title="For curl -C - and other programs that can resume a download"
            onClick={() => void copyAddress()}
          >
            <span aria-live="polite">{copied ? 'Copied' : 'Copy direct link'}</span>
          </Button>
        )}
      </div>
      {hasBegun && progress !== 'DOWNLOADED' && (
        <p className={classes.facts} role="status">
          The download has started. If it was interrupted,{' '}
          {progress ? (
            <Anchor component="button" type="button" onClick={() => download.download(null)}>
              Continue
            </Anchor>
          ) : (
            '“Continue”'
          )}{' '}
          resumes it without counting it again.
        </p>
      )}
      {progress === 'DOWNLOADED' && (
        <p className={classes.facts}>
          Everything was sent to your browser. Click “Downloaded” to download it again.
        </p>
      )}
    </header>
  )
}

type Labelled = {
  progress: ReturnType<Props['download']['progress']>
  hasBegun: boolean
  page: DeliveryPage
}

function labelOf({ progress, hasBegun, page: { size, fileCount } }: Labelled): string {
  if (progress === 'DOWNLOADING') return `Downloading, ${formatStorage(size)}`
  if (progress === 'DOWNLOADED') return 'Downloaded'
  if (hasBegun) return 'Continue'
  return fileCount === 1 ? 'Download' : 'Download all'
}
