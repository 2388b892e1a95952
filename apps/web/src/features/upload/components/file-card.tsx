import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { largeFileBytes } from '@wingmark/contract/limits'
import { memo } from 'react'
import { formatSize } from '#web/lib/format'
import { isRemovable, type UploadItem } from '../upload-queue.ts'
import { uploads } from '../upload-runtime.ts'
import { CardOverlay } from './card-overlay.tsx'
import classes from './file-card.module.css'
import { FilePicture } from './file-picture.tsx'

export const FileCard = memo(function FileCard({ item }: { item: UploadItem }) {
  return (
    <li className={classes.card} tabIndex={-1}>
      <div className={classes.picture}>
        <FilePicture item={item} />
        <CardOverlay item={item} />
        {item.size > largeFileBytes && <span className={classes.tag}>Large file</span>}
        {isRemovable(item) && (
          <ActionIcon
            className={classes.remove}
            size={28}
            radius="xl"
            title="Remove"
            aria-label={`Remove ${item.name}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget)
              uploads.send({ type: 'removed', id: item.id })
            }}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.name} title={item.name}>
        {item.name}
      </div>
      <div className={classes.size}>{item.of ? 'New version' : formatSize(item.size)}</div>
    </li>
  )
})

function focusNeighbour(button: HTMLElement): void {
  const card = button.closest('li')
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('button[aria-label^="Remove"]')?.focus()
}
