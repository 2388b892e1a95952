import { ActionIcon, Checkbox } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import type { FileChoice } from '#web/features/deliveries/use-file-choice'
import { formatSize } from '#web/lib/format'
import classes from './deliveries.module.css'

const icons = { IMAGE: IconPhoto, PDF: IconFileTypePdf, VIDEO: IconMovie, OTHER: IconFile }

type Props = {
  file: DeliveryFile
  choice: FileChoice | null
  onDownload: ((item: string) => void) | null
}

/** A file without a picture. */
export function FileLine({ file, choice, onDownload }: Props) {
  const Icon = icons[file.file.kind]
  return (
    <li className={classes.line}>
      {choice && !file.isDamaged && (
        <Checkbox
          aria-label={`Select ${file.name}`}
          checked={choice.chosen.has(file._id)}
          onChange={() => choice.toggle(file)}
        />
      )}
      <span className={classes.icon} aria-hidden>
        <Icon size={22} stroke={1.5} />
      </span>
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      {file.isDamaged && <span className={classes.failure}>Incomplete, and left out of the download</span>}
      <span className={classes.size}>{formatSize(file.size)}</span>
      {onDownload && !file.isDamaged && (
        <ActionIcon data-touch aria-label={`Download ${file.name}`} onClick={() => onDownload(file._id)}>
          <IconDownload size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
