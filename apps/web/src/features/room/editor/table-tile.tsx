import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { type MouseEvent, useRef, useState } from 'react'
import { type Side, useTileDrag } from '#web/features/room/editor/use-tile-drag'
import { FileMenu } from '#web/features/room/files/file-menu'
import type { FileActions, FileDesk } from '#web/features/room/files/use-file-actions'
import { formatCount } from '#web/lib/format'
import classes from './editor.module.css'

type Props = {
  file: File
  /** From 1. */
  place: number
  isChosen: boolean
  isTabStop: boolean
  desk: FileDesk
  actions: FileActions
  /** Files dragged together with this one. */
  ids: () => readonly string[]
  onPress: (event: MouseEvent) => void
  onOpen: () => void
  onDrop: (ids: readonly string[], side: Side) => void
}

/** One file on the light table. */
export function TableTile(props: Props) {
  const { file, place, isChosen, isTabStop, desk, actions, ids, onPress, onOpen, onDrop } = props
  const tile = useRef<HTMLLIElement>(null)
  const [isLost, setLost] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { isDragged, side } = useTileDrag(tile, { ids, onDrop })
  const isCover = file.key === desk.review.cover
  const hasPicture = file.state === 'READY' && !isLost
  const Icon = file.kind === 'PDF' ? IconFileTypePdf : IconPhoto
  return (
    <li
      ref={tile}
      className={classes.tile}
      data-chosen={isChosen}
      data-dragged={isDragged}
      data-side={side}
      data-drop-version={file._id}
      data-is-sure
      onContextMenu={(event) => {
        event.preventDefault()
        setMenuOpen(true)
      }}
    >
      <button
        type="button"
        className={classes.press}
        data-file={file._id}
        aria-pressed={isChosen}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onPress}
        onDoubleClick={onOpen}
      >
        <span className={classes.place}>{place}</span>
        <span className={classes.picture} data-state={file.state} aria-hidden>
          {hasPicture ? (
            <img
              src={file.thumbnailUrl}
              alt=""
              loading="lazy"
              decoding="async"
              draggable={false}
              onError={() => setLost(true)}
            />
          ) : (
            <Icon size={32} stroke={1.25} />
          )}
        </span>
        <span className={classes.line}>
          <span className={classes.name} title={file.name}>
            {file.name}
          </span>
        </span>
        <span className={classes.facts}>{factsOf(file, isCover).join(' · ')}</span>
      </button>
      <FileMenu
        file={file}
        desk={desk}
        actions={actions}
        className={classes.menu}
        opened={isMenuOpen}
        onChange={setMenuOpen}
        isTabStop={isTabStop}
      />
    </li>
  )
}

function factsOf(file: File, isCover: boolean): string[] {
  return [
    ...(isCover ? ['Cover'] : []),
    ...(file.pages && file.pages.length > 1 ? [formatCount(file.pages.length, 'page')] : []),
    file.commentCount > 0 ? formatCount(file.commentCount, 'comment') : 'No comments',
  ]
}
