import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { formatSize } from '#web/lib/format'
import classes from './deliveries.module.css'

const icons = { IMAGE: IconPhoto, PDF: IconFileTypePdf, VIDEO: IconMovie, OTHER: IconFile }

type Props = { file: DeliveryFile; onDownload: ((item: string) => void) | null }

/** A file without a picture. */
export function FileLine({ file, onDownload }: Props) {
  const Icon = icons[file.file.kind]
  return (
    <li className={classes.line}>
      <span className={classes.icon} aria-hidden>
        <Icon size={22} stroke={1.5} />
      </span>
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      <span className={classes.size}>{formatSize(file.size)}</span>
      {onDownload && (
        <ActionIcon aria-label={`Download ${file.name}`} onClick={() => onDownload(file._id)}>
          <IconDownload size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
