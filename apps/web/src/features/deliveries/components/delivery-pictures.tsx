import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core'
import { IconDownload, IconPlayerPlayFilled } from '@tabler/icons-react'
import { previewMaxPx, thumbnailMaxPx } from '@wingmark/contract/limits'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import type { CSSProperties } from 'react'
import { ratioOf } from '#web/features/deliveries/delivery-files'
import type { FileChoice } from '#web/features/deliveries/use-file-choice'
import { formatSize } from '#web/lib/format'
import { CoverPicture } from '#web/ui/cover-picture'
import classes from './deliveries.module.css'

type Props = {
  files: readonly DeliveryFile[]
  /** They are at the top of the page. */
  isFirst: boolean
  choice: FileChoice | null
  onShow: (id: string) => void
  onDownload: ((item: string) => void) | null
}

/** Pictures in rows of equal height, each as wide as its ratio. */
export function DeliveryPictures({ files, isFirst, choice, onShow, onDownload }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={classes.pictures}>
      {files.map((file, n) => (
        <li key={file._id} className={classes.picture} style={ratioStyle(file)}>
          <UnstyledButton
            className={classes.frame}
            aria-label={`View ${file.name}`}
            onClick={() => onShow(file._id)}
          >
            <CoverPicture
              url={file.file.previewUrl}
              isEager={isFirst && n < 6}
              // The server's HTML shows the first one unscaled.
              choice={isFirst && n === 0 ? undefined : sizesOf(file)}
            />
            {file.file.kind === 'VIDEO' && (
              <span className={classes.play} aria-hidden>
                <IconPlayerPlayFilled size={22} />
              </span>
            )}
          </UnstyledButton>
          <div className={classes.caption}>
            {choice && (
              <Checkbox
                aria-label={`Select ${file.name}`}
                checked={choice.chosen.has(file._id)}
                onChange={() => choice.toggle(file)}
              />
            )}
            <span className={classes.captionWords}>
              <span className={classes.name} title={file.name}>
                {file.name}
              </span>
              <span className={classes.size}>{formatSize(file.size)}</span>
            </span>
            {onDownload && (
              <ActionIcon
                data-touch
                aria-label={`Download ${file.name}`}
                onClick={() => onDownload(file._id)}
              >
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

/** Half of a phone, or what a row of that height needs on larger screens. */
function sizesOf(file: DeliveryFile): { srcSet: string; sizes: string } {
  const ratio = ratioOf(file)
  const width = (longest: number) => Math.round(Math.min(1, ratio) * longest)
  const { thumbnailUrl, previewUrl } = file.file
  return {
    srcSet: `${thumbnailUrl} ${width(thumbnailMaxPx)}w, ${previewUrl} ${width(previewMaxPx)}w`,
    sizes: `(max-width: 768px) 50vw, ${Math.round(ratio * 260)}px`,
  }
}
