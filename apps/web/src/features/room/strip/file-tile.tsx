import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import type { OtherPlace } from '#web/features/room/state/others'
import { formatCount } from '#web/lib/format'
import classes from './files-strip.module.css'

type Props = {
  file: File
  isCurrent: boolean
  isTabStop: boolean
  isUnread: boolean
  /** Others looking at it. */
  others: readonly OtherPlace[]
  onOpen: () => void
}

export function FileTile({ file, isCurrent, isTabStop, isUnread, others, onOpen }: Props) {
  const [isLost, setLost] = useState(false)
  const Icon = file.kind === 'PDF' ? IconFileTypePdf : IconPhoto
  const hasPicture = file.state === 'READY' && !isLost
  return (
    <button
      type="button"
      className={classes.tile}
      data-tile
      data-drop-version={file._id}
      data-is-sure
      aria-current={isCurrent}
      aria-label={labelOf(file, isUnread, others)}
      title={[file.name, whoIsHere(others)].filter(Boolean).join(', ')}
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

function whoIsHere(others: readonly OtherPlace[]): string {
  const [first, ...more] = others
  if (!first) return ''
  return more.length === 0
    ? `${isolated(first.name)} is here`
    : `${isolated(first.name)} and ${more.length} more are here`
}

function labelOf(file: File, isUnread: boolean, others: readonly OtherPlace[]): string {
  const parts = [file.name]
  if (file.pages && file.pages.length > 1) parts.push(formatCount(file.pages.length, 'page'))
  if (file.commentCount > 0)
    parts.push(`${formatCount(file.commentCount, 'comment')}, ${file.openCount} open`)
  if (isUnread) parts.push('new comments')
  if (others.length > 0) parts.push(whoIsHere(others))
  return parts.join(', ')
}
