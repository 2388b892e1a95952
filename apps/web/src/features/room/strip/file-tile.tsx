import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { useState } from 'react'
import { formatCount } from '#web/lib/format'
import classes from './files-strip.module.css'

type Props = { file: File; isCurrent: boolean; isTabStop: boolean; isUnread: boolean; onOpen: () => void }

export function FileTile({ file, isCurrent, isTabStop, isUnread, onOpen }: Props) {
  const [isLost, setLost] = useState(false)
  const Icon = file.kind === 'PDF' ? IconFileTypePdf : IconPhoto
  const hasPicture = file.state === 'READY' && !isLost
  return (
    <button
      type="button"
      className={classes.tile}
      data-tile
      aria-current={isCurrent}
      aria-label={labelOf(file, isUnread)}
      title={file.name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      <span className={classes.picture} data-state={file.state} aria-hidden>
        {hasPicture ? (
          <img src={file.thumbnailUrl} alt="" loading="lazy" decoding="async" onError={() => setLost(true)} />
        ) : (
          <Icon size={22} stroke={1.25} aria-hidden />
        )}
        {file.kind === 'PDF' && hasPicture && <span className={classes.badge} data-text="PDF" />}
        {isUnread && <span className={classes.dot} />}
        {file.commentCount > 0 && (
          <span
            className={classes.count}
            data-done={file.openCount === 0}
            data-text={file.openCount || file.commentCount}
          />
        )}
      </span>
      <span className={classes.name}>{file.name}</span>
    </button>
  )
}

function labelOf(file: File, isUnread: boolean): string {
  const parts = [file.name]
  if (file.pages && file.pages.length > 1) parts.push(formatCount(file.pages.length, 'page'))
  if (file.commentCount > 0)
    parts.push(`${formatCount(file.commentCount, 'comment')}, ${file.openCount} open`)
  if (isUnread) parts.push('new comments')
  return parts.join(', ')
}
