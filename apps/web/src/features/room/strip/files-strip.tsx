import type { File } from '@wingmark/contract/files'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { OtherPlace } from '#web/features/room/state/others'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { FileTile } from '#web/features/room/strip/file-tile'
import { type PagesEntry, PageTiles } from '#web/features/room/strip/page-tiles'
import { isUnread } from '#web/features/room/strip/seen'
import { stripMoves } from '#web/features/room/strip/strip-moves'
import { useSeen } from '#web/features/room/strip/use-seen'
import { keyIn } from '#web/lib/keys'
import { useStore } from '#web/lib/store'
import { Face } from '#web/ui/face'
import { lazily } from '#web/ui/lazily'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './files-strip.module.css'

const FileTools = lazily(
  () => import('#web/features/room/files/file-tools').then((tools) => tools.FileTools),
  () => null,
)

/** Without hover, only the open file has a menu. */
const isTouch = !matchMedia('(hover: hover)').matches

const facesMax = 3

/** Beside the tile's button, whose label names them. */
function FacesAt({ file, people }: { file: File; people: readonly OtherPlace[] }) {
  if (people.length === 0) return null
  return (
    <span className={classes.others} data-beside-kind={file.kind === 'PDF'}>
      {people.slice(0, facesMax).map(({ _id, name, avatar, color }) => (
        <Face key={_id} connectionId={_id} name={name} src={avatar} size={18} color={color} />
      ))}
    </span>
  )
}

/** All files of the review; one Tab stop, with arrow keys inside. */
export function FilesStrip() {
  const { store, others } = useRoom()
  const places = useStore(others, (state) => state.places)
  const { files, review } = useReviewData()
  const current = useCurrentFile()
  const seen = useSeen(files, current)
  const isPhone = useIsPhone()
  const list = useRef<HTMLUListElement>(null)
  const pages = useRef<PagesEntry>(null)
  const currentId = current?._id
  const at = (file: File) => places.filter((one) => one.file === file._id)
  // Only one menu is mounted: that of the hovered or focused file.
  const [near, setNear] = useState<string | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const withMenu = review.can.edit ? (near ?? (isTouch ? currentId : null)) : null
  const approach = (id: string) => {
    if (!isMenuOpen) setNear(id)
  }

  useEffect(() => {
    const tile = list.current?.querySelector('[aria-current="true"]')
    tile?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentId])

  // Removed with its focused menu: the file shown next gets the focus.
  useEffect(() => {
    if (near === null || files.some((file) => file._id === near)) return
    setNear(null)
    setMenuOpen(false)
    const tile = list.current?.querySelector<HTMLElement>('[aria-current="true"]')
    if (document.activeElement === document.body) tile?.focus()
  }, [files, near])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = keyIn(event, stripMoves)
    if (by === undefined) return
    event.preventDefault()
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-tile], [data-page]') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const next = tiles[Math.min(tiles.length - 1, Math.max(0, at + by))]
    // With many pages, the mounted neighbour need not be the first or last one.
    if (next?.dataset.page && !tiles[at]?.dataset.page) pages.current?.enter(by > 0 ? 'above' : 'below')
    else next?.focus()
  }

  if (files.length === 0) return <nav className={classes.strip} aria-label="Files" />
  return (
    <nav className={classes.strip} aria-label="Files" data-owns-arrows>
      <ul ref={list} className={classes.list} onKeyDown={onKeyDown}>
        {files.map((file, i) => (
          <li
            key={file._id}
            className={classes.item}
            onPointerEnter={() => approach(file._id)}
            onFocus={() => approach(file._id)}
            onContextMenu={(event) => {
              if (!review.can.edit || isTouch) return
              event.preventDefault()
              setNear(file._id)
              setMenuOpen(true)
            }}
          >
            <FileTile
              file={file}
              isCurrent={file._id === currentId}
              isTabStop={file._id === currentId || (currentId === undefined && i === 0)}
              isUnread={file._id !== currentId && isUnread(seen, file)}
              others={at(file)}
              onOpen={() => store.dispatch({ do: 'showFile', fileId: file._id })}
            />
            <FacesAt file={file} people={at(file)} />
            {file._id === withMenu && (
              <Suspense>
                <FileTools
                  file={file}
                  className={classes.menu}
                  opened={isMenuOpen}
                  onChange={setMenuOpen}
                  isTabStop={file._id === currentId || file._id === near}
                />
              </Suspense>
            )}
            {!isPhone && file._id === currentId && <PageTiles ref={pages} file={current ?? file} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}
