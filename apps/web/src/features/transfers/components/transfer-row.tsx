import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { fileNameMax } from '@wingmark/contract/limits'
import { type DragEvent, type MouseEvent, memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MenuAction, TransferMenu } from '#web/features/transfers/components/transfer-menu'
import type { Item } from '#web/features/transfers/transfer-source'
import { type Dragged, useDropTarget, useItemDrag } from '#web/features/transfers/use-item-drag'
import { useLongPress } from '#web/features/transfers/use-long-press'
import { formatCount, formatRelativeTime, formatSize } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import classes from './transfers.module.css'

export type Press = {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  isTouch: boolean
  /** On a folder's name, which opens it. */
  isOnName: boolean
}

/** What rows ask of their list; stable functions, so a row renders only when it changes. */
export type RowActs = {
  press: (item: Item, press: Press) => void
  toggle: (item: Item) => void
  open: (item: Item) => void
  /** Resolves to whether the field can close. */
  rename: (item: Item, name: string | null) => Promise<boolean>
  /** Items dragged together with this one. */
  dragged: (item: Item) => readonly string[]
  dropped: (item: Item, dragged: Dragged) => void
  run: (item: Item, action: MenuAction) => void
  can: { download: boolean; send: boolean; copy: boolean }
}

type Props = {
  item: Item
  place: number
  total: number
  /** Its position if it is outside the view. */
  top: number | null
  layout: 'list' | 'grid'
  isChosen: boolean
  isRenaming: boolean
  hasDetails: boolean
  acts: RowActs
}

/** One file or folder; folders accept dropped files. */
export const TransferRow = memo(function TransferRow(props: Props) {
  const { item, place, total, top, layout, isChosen, isRenaming, hasDetails, acts } = props
  const [isOver, setOver] = useState(false)
  const isFolder = item.type === 'FOLDER'
  const row = useRef<HTMLLIElement>(null)
  useItemDrag(row, () => (isRenaming ? null : acts.dragged(item)))
  const isTarget = useDropTarget(row, {
    id: isFolder ? item.id : undefined,
    onDrop: (dragged) => acts.dropped(item, dragged),
    onSpring: () => acts.open(item),
  })
  const name = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  // The focused field is gone.
  useEffect(() => {
    if (wasRenaming.current && !isRenaming && document.activeElement === document.body) name.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])
  const longPress = useLongPress(() => acts.toggle(item))
  const over = (event: DragEvent) => setOver(isFolder && event.dataTransfer.types.includes('Files'))
  const press = (event: MouseEvent, isOnName: boolean) => {
    const { shiftKey, ctrlKey, metaKey, nativeEvent } = event
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    acts.press(item, { shiftKey, ctrlKey, metaKey, isTouch, isOnName })
  }
  const pressBeside = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    const isBeside = target instanceof Element && currentTarget.contains(target)
    if (isBeside && !target.closest('button, input, label')) press(event, false)
  }
  const facts = isFolder ? formatCount(item.itemCount, 'item') : formatSize(item.size ?? 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keyboard users select by the checkbox
    <li
      ref={row}
      className={classes.item}
      data-layout={layout}
      data-chosen={isChosen || undefined}
      data-over={isOver || isTarget || undefined}
      data-item={item.id}
      data-virtual={top === null || undefined}
      aria-posinset={place}
      aria-setsize={total}
      style={top === null ? undefined : { position: 'absolute', top }}
      {...(isFolder ? { 'data-drop-folder': item.id } : {})}
      {...longPress}
      onClick={pressBeside}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Checkbox
        className={classes.check}
        checked={isChosen}
        aria-label={`Select ${item.name}`}
        onChange={() => acts.toggle(item)}
      />
      <span className={classes.picture} aria-hidden>
        {item.thumbnailUrl === null ? (
          <Icon isFolder={isFolder} />
        ) : (
          <img
            src={item.thumbnailUrl}
            alt=""
            loading="lazy"
            draggable={false}
            className={classes.thumbnail}
          />
        )}
      </span>
      {isRenaming ? (
        <RenameField item={item} onRenamed={(name) => acts.rename(item, name)} />
      ) : (
        <UnstyledButton
          ref={name}
          className={classes.name}
          onClick={(event) => press(event, true)}
          title={item.name}
        >
          {item.name}
        </UnstyledButton>
      )}
      <span className={classes.facts}>{facts}</span>
      <time className={classes.time} dateTime={item.createdAt}>
        {formatRelativeTime(item.createdAt)}
      </time>
      <span className={classes.menu}>
        <TransferMenu
          item={item}
          can={acts.can}
          hasDetails={hasDetails}
          onAct={(what) => acts.run(item, what)}
        />
      </span>
    </li>
  )
})

const Icon = ({ isFolder }: { isFolder: boolean }) =>
  isFolder ? <IconFolder size={22} stroke={1.5} /> : <IconFile size={22} stroke={1.5} />

/** Enter saves, Escape cancels. */
function RenameField({
  item,
  onRenamed,
}: {
  item: Item
  onRenamed: (name: string | null) => Promise<boolean>
}) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const begin = useEffectEvent(() => {
    const dot = item.name.lastIndexOf('.')
    field.current?.focus()
    field.current?.setSelectionRange(0, item.type === 'FILE' && dot > 0 ? dot : item.name.length)
  })
  // A closing menu would return the focus after the effect; the microtask comes later.
  useEffect(() => queueMicrotask(begin), [])
  const end = async (given: string | null) => {
    if (isOver.current) return
    isOver.current = true
    const name = given?.trim() ?? ''
    isOver.current = await onRenamed(name === '' || name === item.name ? null : name)
  }
  return (
    <TextInput
      className={classes.rename}
      size="xs"
      defaultValue={item.name}
      aria-label={`New name for ${item.name}`}
      maxLength={fileNameMax}
      ref={field}
      onBlur={(event) => void end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (isKey(event, 'Enter')) void end(event.currentTarget.value)
        if (isKey(event, 'Escape')) void end(null)
      }}
    />
  )
}
