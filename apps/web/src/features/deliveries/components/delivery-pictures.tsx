import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDownload, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import type { CSSProperties } from 'react'
import { ratioOf } from '#web/features/deliveries/delivery-files'
import { CoverPicture } from '#web/ui/cover-picture'
import classes from './deliveries.module.css'

type Props = {
  files: readonly DeliveryFile[]
  onShow: (id: string) => void
  onDownload: ((item: string) => void) | null
}

/** Pictures in rows of one height, as wide as they are. */
export function DeliveryPictures({ files, onShow, onDownload }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={classes.pictures}>
      {files.map((file, n) => (
        <li key={file._id} className={classes.picture} style={ratioStyle(file)}>
          <UnstyledButton
            className={classes.frame}
            aria-label={`Look at ${file.name}`}
            onClick={() => onShow(file._id)}
          >
            <CoverPicture url={file.file.previewUrl} isEager={n < 6} />
            {file.file.kind === 'VIDEO' && (
              <span className={classes.play} aria-hidden>
                <IconPlayerPlayFilled size={22} />
              </span>
            )}
          </UnstyledButton>
          <div className={classes.caption}>
            <span className={classes.name} title={file.name}>
              {file.name}
            </span>
            {onDownload && (
              <ActionIcon aria-label={`Download ${file.name}`} onClick={() => onDownload(file._id)}>
                <IconDownload size={18} />
              </ActionIcon>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const ratioStyle = (file: DeliveryFile): CSSProperties => ({ '--ratio': ratioOf(file) }) as CSSProperties
