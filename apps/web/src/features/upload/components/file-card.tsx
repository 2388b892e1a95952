import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { largeFileBytes } from '@wingmark/contract/limits'
import { memo } from 'react'
import { overlayPercent } from '../upload-progress.ts'
import { isRemovable, isRetryable, type UploadItem } from '../upload-queue.ts'
import { uploads } from '../upload-runtime.ts'
import classes from './file-card.module.css'
import { FilePicture } from './file-picture.tsx'

export const FileCard = memo(function FileCard({ item }: { item: UploadItem }) {
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <FilePicture id={item.id} name={item.name} type={item.type} />
        <Overlay item={item} />
        {item.size > largeFileBytes && <span className={classes.tag}>Large file</span>}
        {isRemovable(item) && (
          <Tooltip label="Remove">
            <ActionIcon
              className={classes.remove}
              size={28}
              radius="xl"
              aria-label={`Remove ${item.name}`}
              onClick={(event) => {
                focusNeighbour(event.currentTarget)
                uploads.send({ type: 'removed', id: item.id })
              }}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={classes.name} title={item.name}>
        {item.name}
      </div>
      <div className={classes.size}>{inMegabytes(item.size)} MB</div>
    </li>
  )
})

function focusNeighbour(button: HTMLElement): void {
  const card = button.closest('li')
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('button[aria-label^="Remove"]')?.focus()
}

// The smallest file still has a size.
const inMegabytes = (bytes: number) => Math.max(0.01, bytes / 1_048_576).toFixed(2)

function Overlay({ item }: { item: UploadItem }) {
  if (item.state === 'uploaded') {
    return (
      <span className={classes.done}>
        <IconCheck size={14} stroke={3} role="img" aria-label="Uploaded" />
      </span>
    )
  }
  if (isRetryable(item)) {
    return (
      <div className={classes.overlay} data-failed>
        <span className={classes.error}>{item.error}</span>
        <Button
          size="compact-xs"
          variant="white"
          color="dark"
          leftSection={<IconRefresh size={13} aria-hidden />}
          aria-label={`Retry ${item.name}`}
          onClick={() => uploads.send({ type: 'retried', id: item.id })}
        >
          Retry
        </Button>
      </div>
    )
  }
  if (item.state !== 'uploading') {
    return <div className={classes.overlay}>{item.state === 'paused' ? 'Paused' : 'Waiting...'}</div>
  }
  const percent = overlayPercent(item.progress)
  return (
    <div className={classes.overlay}>
      <span>Uploading... {percent}%</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}
