import { IconFile, IconFolder } from '@tabler/icons-react'
import type { Transfer } from '@wingmark/contract/transfers'
import { thumbnailOf } from '#web/features/transfers/queries'
import classes from './deliveries.module.css'

/** A small icon of a file or folder: a picture if it has one. */
export function ItemIcon({ item }: { item: Transfer }) {
  const url = thumbnailOf(item)
  const Icon = item.type === 'FOLDER' ? IconFolder : IconFile
  return (
    <span className={classes.icon} aria-hidden>
      {url === null ? (
        <Icon size={22} stroke={1.5} />
      ) : (
        <img src={url} alt="" loading="lazy" draggable={false} />
      )}
    </span>
  )
}
