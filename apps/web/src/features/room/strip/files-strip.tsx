import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { FileTile } from '#web/features/room/strip/file-tile'
import { type PagesEntry, PageTiles } from '#web/features/room/strip/page-tiles'
import { isUnread } from '#web/features/room/strip/seen'
import { stripMoves } from '#web/features/room/strip/strip-moves'
import { useSeen } from '#web/features/room/strip/use-seen'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './files-strip.module.css'

/** All files of the review; one stop for the Tab key, arrows inside. */
export function FilesStrip() {
  const { store } = useRoom()
  const { files } = useReviewData()
  const current = useCurrentFile()
  const seen = useSeen(files, current)
  const isPhone = useIsPhone()
  const list = useRef<HTMLUListElement>(null)
  const pages = useRef<PagesEntry>(null)
  const currentId = current?._id

  useEffect(() => {
    const tile = list.current?.querySelector('[aria-current="true"]')
    tile?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentId])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = stripMoves[event.key]
    if (by === undefined) return
    event.preventDefault()
    const tiles = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const next = tiles[Math.min(tiles.length - 1, Math.max(0, at + by))]
    // Of many pages the neighbour that is there need not be the first or last one.
    if (next?.dataset.page && !tiles[at]?.dataset.page) pages.current?.enter(by > 0 ? 'above' : 'below')
    else next?.focus()
  }

  if (files.length === 0) return <nav className={classes.strip} aria-label="Files" />
  return (
    <nav className={classes.strip} aria-label="Files" data-owns-arrows>
      <ul ref={list} className={classes.list} onKeyDown={onKeyDown}>
        {files.map((file, i) => (
          <li key={file._id} className={classes.item}>
            <FileTile
              file={file}
              isCurrent={file._id === currentId}
              isTabStop={file._id === currentId || (currentId === undefined && i === 0)}
              isUnread={file._id !== currentId && isUnread(seen, file)}
              onOpen={() => store.dispatch({ do: 'showFile', fileId: file._id })}
            />
            {!isPhone && file._id === currentId && <PageTiles ref={pages} file={file} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}
