import { ActionIcon, Button, Group, Select, Skeleton, TextInput } from '@mantine/core'
import { IconFolderPlus, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { ChooseFolderDialog } from '#web/features/transfers/components/choose-folder-dialog'
import { NewFolderDialog } from '#web/features/transfers/components/new-folder-dialog'
import { SelectionBar } from '#web/features/transfers/components/selection-bar'
import { TransferMenu } from '#web/features/transfers/components/transfer-menu'
import { TransferPath } from '#web/features/transfers/components/transfer-path'
import { TransferRow } from '#web/features/transfers/components/transfer-row'
import { actionOfKey } from '#web/features/transfers/transfer-keys'
import type { FolderList, Item, Order, Shown, TransferActions } from '#web/features/transfers/transfer-source'
import type { Dragged } from '#web/features/transfers/use-item-drag'
import { useSoughtItem } from '#web/features/transfers/use-sought-item'
import { useTransferCommands } from '#web/features/transfers/use-transfer-commands'
import { isInDialog, isTyping } from '#web/lib/keys'
import { choose, keepListed, noSelection } from '#web/lib/selection'
import { useUndo } from '#web/lib/undo'
import { LoadError } from '#web/ui/load-error'
import classes from './transfers.module.css'

type Props = {
  folder: string | null
  shown: Shown | null
  error?: { retry: () => void } | undefined
  more?: { isLoading: boolean; load: () => void } | undefined
  actions: TransferActions
  listFolders: FolderList
  word: string
  sort: Order
  onWord: (word: string) => void
  onSort: (sort: Order) => void
  onOpen: (folder: string | null) => void
  empty: ReactNode
  /** One that is to be shown chosen. */
  item?: string | null
  /** Asked for by somebody who wants to know more about one. */
  onDetails?: (item: Item) => void
}

type Clipboard = { isCopy: boolean; items: readonly Item[] }

const orders: { value: Order; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: '-size', label: 'Largest first' },
  { value: 'size', label: 'Smallest first' },
]

/** The files and folders of one folder, whoever keeps them. */
export function TransferBrowser({ folder, shown, error, more, actions, listFolders, ...rest }: Props) {
  const { word, sort, onWord, onSort, onOpen, onDetails, empty, item = null } = rest
  const commands = useTransferCommands(actions)
  const list = useRef<HTMLUListElement>(null)
  const [look, setLook] = useState<'list' | 'grid'>('list')
  const [selection, setSelection] = useState(noSelection)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [placing, setPlacing] = useState<{ what: 'move' | 'copy'; items: readonly Item[] } | null>(null)
  const [clipboard, setClipboard] = useState<Clipboard | null>(null)
  const [isNaming, setNaming] = useState(false)
  // Their list may be left while they are dragged.
  const [carried, setCarried] = useState<readonly Item[]>([])
  useUndo(() => list.current?.querySelector<HTMLElement>('button')?.focus())

  const items = shown?.items ?? []
  const order = items.map((item) => item.id)
  useSoughtItem({ item, order, list, onFound: (id) => setSelection({ ids: new Set([id]), anchor: id }) })
  const kept = keepListed(selection, order)
  const chosen = items.filter((item) => kept.ids.has(item.id))
  const open = (to: string | null) => {
    setSelection(noSelection)
    onOpen(to)
  }
  const place = async (parent: string | null, name: string) => {
    if (!placing) return
    setPlacing(null)
    const done =
      placing.what === 'move'
        ? await commands.move(placing.items, parent, name)
        : await commands.copy?.(placing.items, parent, name)
    if (done) setSelection(noSelection)
  }

  const take = (parent: string | null, where: string, { ids, isCopy }: Dragged) => {
    const taken = items
      .filter((item) => ids.includes(item.id))
      .concat(carried.filter((item) => ids.includes(item.id)))
    const some = [...new Map(taken.map((item) => [item.id, item])).values()]
    if (some.length === 0) return
    if (isCopy && commands.copy) void commands.copy(some, parent, where)
    else if (some.some((item) => item.parent !== parent)) void commands.move(some, parent, where)
    setSelection(noSelection)
  }

  const paste = ({ isCopy, items: some }: Clipboard) => {
    const where = shown?.crumbs.at(-1)?.name ?? 'All files'
    if (isCopy) void commands.copy?.(some, folder, where)
    else void commands.move(some, folder, where)
    if (!isCopy) setClipboard(null)
  }

  const onKey = (event: KeyboardEvent) => {
    // What is pressed in a dialog or a menu comes up here too.
    if (isTyping(event.target) || isInDialog(event.target)) return
    const focused = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item
    const meant = chosen.length > 0 ? chosen : items.filter((item) => item.id === focused)
    const act = actionOfKey(event.key, event.ctrlKey || event.metaKey)
    // Files that were copied elsewhere are the upload's.
    if (act === null || (act === 'paste' && !clipboard)) return
    if (act === 'none' && chosen.length === 0) return
    if (act !== 'all' && act !== 'none' && act !== 'paste' && meant.length === 0) return
    event.preventDefault()
    if (act === 'all') setSelection({ ids: new Set(order), anchor: null })
    if (act === 'none') setSelection(noSelection)
    if (act === 'cut' || act === 'copy') setClipboard({ isCopy: act === 'copy', items: meant })
    if (act === 'paste' && clipboard) paste(clipboard)
    if (act === 'rename' && meant[0]) setRenaming(meant[0].id)
    if (act === 'delete') void commands.remove(meant)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the list work wherever in it the focus is
    <div className={classes.root} onKeyDown={onKey}>
      <Group justify="space-between" gap="xs">
        <TransferPath crumbs={shown?.crumbs ?? []} onOpen={open} onDropped={take} />
        <Group gap="xs" className={classes.tools}>
          <TextInput
            size="xs"
            className={classes.find}
            aria-label="Find by name"
            placeholder="Find by name"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={word}
            onChange={(event) => onWord(event.currentTarget.value)}
          />
          <Select
            size="xs"
            w={140}
            aria-label="Order"
            data={orders}
            value={sort}
            allowDeselect={false}
            onChange={(value) => value !== null && onSort(value)}
          />
          <ActionIcon
            aria-label={look === 'list' ? 'Show as grid' : 'Show as list'}
            onClick={() => setLook(look === 'list' ? 'grid' : 'list')}
          >
            {look === 'list' ? <IconLayoutGrid size={18} /> : <IconList size={18} />}
          </ActionIcon>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={() => setNaming(true)}
          >
            New folder
          </Button>
        </Group>
      </Group>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          commands={commands}
          onPlace={(what) => setPlacing({ what, items: chosen })}
          onClear={() => setSelection(noSelection)}
        />
      )}
      {error && !shown && <LoadError what="Your files" onRetry={error.retry} />}
      {!error && !shown && <Skeleton height={240} />}
      {shown &&
        items.length === 0 &&
        (word === '' ? empty : <p className={classes.quiet}>No file or folder is called so.</p>)}
      <ul
        ref={list}
        className={classes.items}
        data-look={look}
        aria-label="Files and folders"
        hidden={items.length === 0}
      >
        {items.map((item) => (
          <TransferRow
            key={item.id}
            item={item}
            look={look}
            isChosen={kept.ids.has(item.id)}
            isRenaming={renaming === item.id}
            onOpen={() => open(item.id)}
            onPress={(event) =>
              setSelection(
                choose(kept, order, {
                  id: item.id,
                  isRange: event.shiftKey,
                  isMore: event.ctrlKey || event.metaKey,
                }),
              )
            }
            onToggle={() => setSelection(choose(kept, order, { id: item.id, isRange: false, isMore: true }))}
            dragged={() => {
              const going = kept.ids.has(item.id) ? chosen : [item]
              setCarried(going)
              return going.map((one) => one.id)
            }}
            onDropped={(dragged) => take(item.id, item.name, dragged)}
            onRenamed={async (name) => {
              const isDone = name === null || (await commands.rename(item, name))
              if (isDone) setRenaming((now) => (now === item.id ? null : now))
              return isDone
            }}
            menu={
              <TransferMenu
                item={item}
                commands={commands}
                onRename={() => setRenaming(item.id)}
                onChooseFolder={(what) => setPlacing({ what, items: [item] })}
                onDetails={onDetails && (() => onDetails(item))}
              />
            }
          />
        ))}
      </ul>
      {more && (
        <Button variant="default" loading={more.isLoading} onClick={more.load}>
          Show more
        </Button>
      )}
      <ChooseFolderDialog
        what={placing?.what ?? null}
        items={placing?.items ?? []}
        listFolders={listFolders}
        onChoose={(parent, name) => void place(parent, name)}
        onClose={() => setPlacing(null)}
      />
      <NewFolderDialog
        opened={isNaming}
        onClose={() => setNaming(false)}
        isBusy={commands.isBusy}
        onCreate={async (name) => {
          if (await commands.createFolder(name, folder)) setNaming(false)
        }}
      />
    </div>
  )
}
