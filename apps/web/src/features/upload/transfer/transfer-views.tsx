import { ActionIcon, Alert, Button, Progress } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { LinkAtHand } from '#web/features/sharing/links/link-at-hand'
import { formatCount, formatSize, formatStorage } from '#web/lib/format'
import foot from '#web/ui/dialog-foot.module.css'
import { DoneMark } from '#web/ui/done-mark'
import { Fold } from '#web/ui/fold'
import { NoRoom } from '../notices/no-room.tsx'
import type { UploadItem } from '../upload-queue.ts'
import { LinkToCopy } from './link-to-copy.tsx'
import { MissingTransfers } from './missing-transfers.tsx'
import classes from './transfer-dialogs.module.css'
import { canSend, overallPercent, recordsFailed } from './transfer-queue.ts'
import { transfers, useTransfers } from './transfer-runtime.ts'
import { TransferTerms } from './transfer-terms.tsx'

const namesShown = 3
/** Rows of the queue, so that thousands of files open at once. */
const rowsShown = 100
const sizeOf = (items: readonly { size: number }[]) =>
  formatStorage(items.reduce((sum, item) => sum + item.size, 0))

/** The queue before sending, with its errors. */
export function QueueView() {
  const queue = useTransfers((session) => session.queue)
  const { uploads, alert, isLinking, missing, link, terms } = queue
  const { items } = uploads
  // Shown below, with what is missing.
  const isSaid = items.some((item) => item.isOutOfRoom) && alert !== recordsFailed
  return (
    <>
      <NoRoom items={items} onRetry={() => transfers.send({ type: 'sent' })} />
      <MissingTransfers />
      {items.length === 0 && missing.length === 0 && (
        <p className={classes.empty}>No files in queue. Add files to begin a transfer.</p>
      )}
      {items.length > 0 && <QueuedFiles items={items} isFolded={terms.isOn && !link} />}
      {link?.isOlder && (
        <p className={classes.quiet}>They’ll be added to the files this link already shares.</p>
      )}
      {link && <LinkToCopy url={link.url} />}
      <TransferTerms />
      <div className={foot.foot}>
        {alert !== null && !isSaid && (
          <Alert color="pin" role="alert">
            {alert}
          </Alert>
        )}
        <div className={foot.buttons}>
          <Button
            className={foot.first}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => transfers.send({ type: 'moreWanted' })}
          >
            Add More
          </Button>
          <Button variant="default" onClick={() => transfers.send({ type: 'dropped' })}>
            Cancel
          </Button>
          <Button
            disabled={!canSend(queue)}
            loading={isLinking}
            data-autofocus
            onClick={() => transfers.send({ type: 'sent' })}
          >
            Send Transfer
          </Button>
        </div>
      </div>
    </>
  )
}

/** The files, folded where a link's title and message come first; errors are always in sight. */
function QueuedFiles({ items, isFolded }: { items: readonly UploadItem[]; isFolded: boolean }) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [shown, setShown] = useState(rowsShown)
  const panel = useId()
  const isOpen = chosen ?? (!isFolded || items.some((item) => item.error !== null))
  return (
    <>
      <Fold isOpen={isOpen} panel={panel} onToggle={() => setChosen(!isOpen)}>
        {formatCount(items.length, 'file')} · {sizeOf(items)}
      </Fold>
      {isOpen && (
        <ul id={panel} className={classes.list} aria-label="Files in the queue">
          {items.slice(0, shown).map((item) => (
            <QueueRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {isOpen && items.length > shown && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setShown(shown + rowsShown)}>
          Show more of {formatCount(items.length, 'file')}
        </Button>
      )}
    </>
  )
}

const QueueRow = memo(function QueueRow({ item }: { item: UploadItem }) {
  const { id, name, size, error, state } = item
  return (
    <li className={classes.row}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {error !== null && state !== 'uploaded' && <span className={classes.error}>{error}</span>}
      <span className={classes.size}>{formatSize(size)}</span>
      <ActionIcon aria-label={`Remove ${name}`} onClick={() => transfers.send({ type: 'removed', id })}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
})

export function UploadingView() {
  const queue = useTransfers((session) => session.queue)
  const { items } = queue.uploads
  const percent = overallPercent(queue)
  const isLost = items.some((item) => item.state === 'uploading' && item.isLineLost)
  return (
    <>
      <p className={classes.percent}>{percent}%</p>
      <Progress value={percent} size="sm" aria-label={`${percent} percent sent`} />
      <p className={classes.total} role="status">
        {isLost ? 'Waiting for the connection...' : `Transferring ${items.length} file(s) (${sizeOf(items)})`}
      </p>
      <ul className={classes.list} aria-label="Files being sent">
        {items.slice(0, namesShown).map((item) => (
          <li key={item.id} className={classes.row}>
            <span className={classes.name}>{item.name}</span>
            <span className={classes.size}>{formatSize(item.size)}</span>
          </li>
        ))}
      </ul>
      {items.length > namesShown && <p className={classes.quiet}>+{items.length - namesShown} more files</p>}
      <MissingTransfers />
      {queue.link && <LinkToCopy url={queue.link.url} />}
      <div className={foot.foot}>
        <div className={foot.buttons}>
          <Button variant="default" onClick={() => transfers.send({ type: 'uploadsCancelled' })}>
            Cancel All Uploads
          </Button>
          <Button disabled>Sending...</Button>
        </div>
      </div>
    </>
  )
}

export function SuccessView() {
  const link = useTransfers((session) => session.queue.link)
  return (
    <div className={classes.success}>
      <DoneMark size={56} />
      <p className={classes.lead} role="status">
        Transfer Complete!
      </p>
      <p className={classes.quiet}>Your files have been successfully uploaded</p>
      {link && <LinkAtHand url={link.url} />}
    </div>
  )
}
