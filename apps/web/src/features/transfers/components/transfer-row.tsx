import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { fileNameMax } from '@wingmark/contract/limits'
import { type DragEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { Item } from '#web/features/transfers/transfer-source'
import { type Dragged, useDropTarget, useItemDrag } from '#web/features/transfers/use-item-drag'
import { formatCount, formatRelativeTime, formatSize } from '#web/lib/format'
import classes from './transfers.module.css'

type Props = {
  item: Item
  look: 'list' | 'grid'
  isChosen: boolean
  isRenaming: boolean
  menu: ReactNode
  onPress: (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void
  onToggle: () => void
  onOpen: () => void
  /** Answers whether the field can go. */
  onRenamed: (name: string | null) => Promise<boolean>
  /** What goes along when this one is dragged. */
  dragged: () => readonly string[]
  onDropped: (dragged: Dragged) => void
}

/** One file or folder; a folder takes files that are dropped onto it. */
export function TransferRow({ item, look, isChosen, isRenaming, menu, ...on }: Props) {
  const [isOver, setOver] = useState(false)
  const isFolder = item.type === 'FOLDER'
  const row = useRef<HTMLLIElement>(null)
  useItemDrag(row, () => (isRenaming ? null : on.dragged()))
  const isTarget = useDropTarget(row, {
    id: isFolder ? item.id : undefined,
    onDrop: on.onDropped,
    onSpring: on.onOpen,
  })
  const over = (event: DragEvent) => setOver(isFolder && event.dataTransfer.types.includes('Files'))
  const press = (event: MouseEvent) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey
    if (isPlain && isFolder) on.onOpen()
    else on.onPress(event)
  }
  const facts = isFolder ? formatCount(item.itemCount, 'item') : formatSize(item.size ?? 0)
  return (
    <li
      ref={row}
      className={classes.item}
      data-look={look}
      data-chosen={isChosen || undefined}
      data-over={isOver || isTarget || undefined}
      data-item={item.id}
      {...(isFolder ? { 'data-drop-folder': item.id } : {})}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Checkbox
        className={classes.check}
        checked={isChosen}
        aria-label={`Select ${item.name}`}
        onChange={on.onToggle}
      />
      <span className={classes.picture} aria-hidden>
        {item.thumbnailUrl === null ? (
          <Icon isFolder={isFolder} />
        ) : (
          <img src={item.thumbnailUrl} alt="" loading="lazy" className={classes.thumbnail} />
        )}
      </span>
      {isRenaming ? (
        <RenameField item={item} onRenamed={on.onRenamed} />
      ) : (
        <UnstyledButton className={classes.name} onClick={press} title={item.name}>
          {item.name}
        </UnstyledButton>
      )}
      <span className={classes.facts}>{facts}</span>
      <time className={classes.time} dateTime={item.createdAt}>
        {formatRelativeTime(item.createdAt)}
      </time>
      <span className={classes.menu}>{menu}</span>
    </li>
  )
}

const Icon = ({ isFolder }: { isFolder: boolean }) =>
  isFolder ? <IconFolder size={22} stroke={1.5} /> : <IconFile size={22} stroke={1.5} />

/** Enter keeps the name, Escape leaves it as it was. */
function RenameField({ item, onRenamed }: Pick<Props, 'item' | 'onRenamed'>) {
  const isOver = useRef(false)
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
      aria-label={`New name of ${item.name}`}
      maxLength={fileNameMax}
      ref={(input) => {
        if (!input || document.activeElement === input) return
        input.focus()
        const dot = item.name.lastIndexOf('.')
        input.setSelectionRange(0, item.type === 'FILE' && dot > 0 ? dot : item.name.length)
      }}
      onBlur={(event) => void end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') void end(event.currentTarget.value)
        if (event.key === 'Escape') void end(null)
      }}
    />
  )
}
