import type { File } from '@wingmark/contract/files'
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChosenBar } from '#web/features/room/editor/chosen-bar'
import { tableKey } from '#web/features/room/editor/table-keys'
import { TableTile } from '#web/features/room/editor/table-tile'
import type { FileActions, FileDesk } from '#web/features/room/files/use-file-actions'
import { filePath } from '#web/lib/paths'
import { choose, keepListed, noSelection } from '#web/lib/selection'
import classes from './editor.module.css'

const keysId = 'light-table-keys'

/** All files of a review, reordered by dragging or keys, several at once. */
export function LightTable({ desk, actions }: { desk: FileDesk; actions: FileActions }) {
  const { files, review, announce } = desk
  const navigate = useNavigate()
  const list = useRef<HTMLUListElement>(null)
  const [kept, setSelection] = useState(noSelection)
  const [focused, setFocused] = useState<string | null>(null)
  const order = files.map((file) => file._id)
  const selection = keepListed(kept, order)
  const chosen = files.filter((file) => selection.ids.has(file._id))
  const at = Math.max(0, focused === null ? 0 : order.indexOf(focused))

  /** An action on a selected file applies to the whole selection. */
  const allWith = (file: File) => (selection.ids.has(file._id) ? chosen : [file])
  const tileOf = (id: string | null) => list.current?.querySelector<HTMLElement>(`[data-file="${id}"]`)
  const open = (file: File) => navigate(filePath(review._id, file._id))

  // Browsers drop the focus of a tile that moves.
  useLayoutEffect(() => {
    if (focused !== null && document.activeElement === document.body) tileOf(focused)?.focus()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const file = files[at]
    const isTile = event.target instanceof HTMLElement && event.target.dataset.file !== undefined
    const key = isTile ? tableKey(event, { at, count: files.length, columns: columnsOf(list.current) }) : null
    if (!key || !file) return
    event.preventDefault()
    if (key.do === 'focus') tileOf(order[key.at] ?? null)?.focus()
    if (key.do === 'step') actions.step(allWith(file), key.by)
    if (key.do === 'choose') {
      const next = choose(selection, order, { id: file._id, isRange: key.isRange, isMore: true })
      setSelection(next)
      announce(`${next.ids.size} selected`)
    }
    if (key.do === 'chooseAll') setSelection({ ids: new Set(order), anchor: order[0] ?? null })
    if (key.do === 'chooseNone') setSelection(noSelection)
    if (key.do === 'open') void open(file)
    if (key.do === 'remove') remove(allWith(file))
  }

  const remove = (going: readonly File[]) => {
    const gone = new Set(going.map((file) => file._id))
    const next = order.slice(at).find((id) => !gone.has(id)) ?? order.findLast((id) => !gone.has(id))
    actions.remove(going)
    setFocused(next ?? null)
  }

  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.dataset.file) setFocused(target.dataset.file)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !list.current?.contains(relatedTarget)) setFocused(null)
  }

  return (
    <section className={classes.table} aria-label="Files">
      <ChosenBar
        chosen={chosen}
        actions={actions}
        first={order[0] ?? null}
        howId={keysId}
        onRemove={() => remove(chosen)}
        onNone={() => setSelection(noSelection)}
      />
      <ul
        ref={list}
        className={classes.tiles}
        aria-label="Files in order"
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {files.map((file, n) => (
          <TableTile
            key={file._id}
            file={file}
            place={n + 1}
            isChosen={selection.ids.has(file._id)}
            isTabStop={n === at}
            desk={desk}
            actions={actions}
            ids={() => allWith(file).map((one) => one._id)}
            onPress={(event) => {
              const { nativeEvent: press } = event
              // Touch has no modifier keys: each tap adds to the selection.
              const isTap = press instanceof PointerEvent && press.pointerType === 'touch'
              const isMore = event.ctrlKey || event.metaKey || isTap
              setSelection(choose(selection, order, { id: file._id, isRange: event.shiftKey, isMore }))
            }}
            onOpen={() => void open(file)}
            onDrop={(ids, side) => {
              const before = side === 'before' ? file._id : (order[n + 1] ?? null)
              const moving = files.filter((one) => ids.includes(one._id))
              if (moving.length > 0) actions.move(moving, before)
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** The number of tiles in the first row. */
function columnsOf(list: HTMLElement | null): number {
  const tops = [...(list?.children ?? [])].map((tile) => (tile instanceof HTMLElement ? tile.offsetTop : 0))
  const next = tops.findIndex((top) => top !== tops[0])
  return next === -1 ? Math.max(1, tops.length) : next
}
