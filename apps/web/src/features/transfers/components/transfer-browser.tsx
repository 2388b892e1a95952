import { Button, Group, Skeleton } from '@mantine/core'
import { transferItemsMax } from '@wingmark/contract/limits'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react'
import type { TransferActions } from '#web/features/transfers/changes/transfer-changes'
import { ChooseFolderDialog } from '#web/features/transfers/components/choose-folder-dialog'
import { type Clipboard, ClipboardBar } from '#web/features/transfers/components/clipboard-bar'
import { NewFolderDialog } from '#web/features/transfers/components/new-folder-dialog'
import { SelectionBar } from '#web/features/transfers/components/selection-bar'
import { type ListHandle, TransferList } from '#web/features/transfers/components/transfer-list'
import type { MenuAction } from '#web/features/transfers/components/transfer-menu'
import { TransferPath } from '#web/features/transfers/components/transfer-path'
import type { RowActs } from '#web/features/transfers/components/transfer-row'
import { TransferTools } from '#web/features/transfers/components/transfer-tools'
import { actionOfKey } from '#web/features/transfers/transfer-keys'
import type { FolderList, Item, MoreItems, Order, Shown } from '#web/features/transfers/transfer-source'
import type { Dragged } from '#web/features/transfers/use-item-drag'
import { useItemSelection } from '#web/features/transfers/use-item-selection'
import { useKeptLayout } from '#web/features/transfers/use-kept-layout'
import { useSoughtItem } from '#web/features/transfers/use-sought-item'
import { useTransferCommands } from '#web/features/transfers/use-transfer-commands'
import { isInDialog, isTyping } from '#web/lib/keys'
import { useUndo } from '#web/lib/undo'
import { LoadError } from '#web/ui/load-error'
import classes from './transfers.module.css'

type Props = {
  folder: string | null
  shown: Shown | null
  error?: { retry: () => void } | undefined
  more?: MoreItems | undefined
  actions: TransferActions
  listFolders: FolderList
  word: string
  sort: Order
  onWord: (word: string) => void
  onSort: (sort: Order) => void
  onOpen: (folder: string | null) => void
  empty: ReactNode
  /** An item to show selected. */
  item?: string | null
  /** Requested for the details of an item. */
  onDetails?: (item: Item) => void
}

const nothing: readonly Item[] = []

/** The files and folders of one folder, from the server or the sample. */
export function TransferBrowser({ folder, shown, error, more, actions, listFolders, ...rest }: Props) {
  const { word, sort, onWord, onSort, onOpen, onDetails, empty, item = null } = rest
  const commands = useTransferCommands(actions)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<ListHandle>(null)
  const [layout, onLayout] = useKeptLayout()
  const [renaming, setRenaming] = useState<string | null>(null)
  const [placing, setPlacing] = useState<{ what: 'move' | 'copy'; items: readonly Item[] } | null>(null)
  const [clipboard, setClipboard] = useState<Clipboard | null>(null)
  const [isNaming, setNaming] = useState(false)
  // Their list may be left during the drag.
  const [carried, setCarried] = useState<readonly Item[]>([])
  useUndo(() => list.current?.focus())

  const items = shown?.items ?? nothing
  const selection = useItemSelection(items, more)
  const { order, isComing } = selection
  // Only some of the selection has loaded.
  const chosen = isComing ? nothing : selection.chosen
  const isChoosing = chosen.length > 0 || isComing
  // The selection shows before its actions render.
  const hasBar = useDeferredValue(isChoosing) && isChoosing
  useSoughtItem({
    item,
    order,
    onFound(id) {
      selection.only(id)
      list.current?.reveal(order.indexOf(id))
    },
  })
  const open = (to: string | null) => {
    selection.clear()
    onOpen(to)
    // The pressed element disappears; keys apply to the opened folder.
    root.current?.focus({ preventScroll: true })
  }
  const place = async (parent: string | null, name: string) => {
    if (!placing) return
    setPlacing(null)
    const done =
      placing.what === 'move'
        ? await commands.move(placing.items, parent, name)
        : await commands.copy?.(placing.items, parent, name)
    if (done) selection.clear()
  }

  const take = (parent: string | null, where: string, { ids, isCopy }: Dragged) => {
    const known = new Map([...items, ...carried].map((item) => [item.id, item]))
    const some = ids.flatMap((id) => known.get(id) ?? [])
    if (some.length === 0) return
    if (isCopy && commands.copy) void commands.copy(some, parent, where)
    else if (some.some((item) => item.parent !== parent)) void commands.move(some, parent, where)
    selection.clear()
  }

  const paste = ({ isCopy, items: some }: Clipboard) => {
    const where = shown?.crumbs.at(-1)?.name ?? 'All files'
    if (isCopy) void commands.copy?.(some, folder, where)
    else void commands.move(some, folder, where)
    if (!isCopy) setClipboard(null)
  }

  const onKey = (event: KeyboardEvent) => {
    // Presses in dialogs and menus bubble up here too.
    if (isTyping(event.target) || isInDialog(event.target)) return
    const focused = document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item
    const meant = chosen.length > 0 ? chosen : items.filter((item) => item.id === focused)
    const act = actionOfKey(event)
    // Files copied elsewhere go to the upload.
    if (act === null || (act === 'paste' && !clipboard) || (act === 'copy' && !commands.copy)) return
    if (act === 'none' && !isChoosing) return
    if (act !== 'all' && act !== 'none' && act !== 'paste' && meant.length === 0) return
    event.preventDefault()
    if (act === 'all') selection.all()
    if (act === 'none') selection.clear()
    if (act === 'cut' || act === 'copy') setClipboard({ isCopy: act === 'copy', items: meant })
    if (act === 'paste' && clipboard) paste(clipboard)
    if (act === 'rename' && meant[0]) setRenaming(meant[0].id)
    if (act === 'delete') void commands.remove(meant)
  }

  const download = () => {
    // More than one call can name: then the folder stands for all of it.
    const isAll = folder !== null && word === '' && chosen.length === shown?.total
    if (isAll && chosen.length > transferItemsMax) commands.download?.([{ id: folder, name: '' }])
    else commands.download?.(chosen)
  }

  const run = (one: Item, what: MenuAction) => {
    if (what === 'download') commands.download?.([one])
    if (what === 'send') commands.send?.([one])
    if (what === 'rename') setRenaming(one.id)
    if (what === 'duplicate') void commands.duplicate([one])
    if (what === 'move' || what === 'copy') setPlacing({ what, items: [one] })
    if (what === 'extract') void commands.extract(one)
    if (what === 'details') onDetails?.(one)
    if (what === 'delete') void commands.remove([one])
  }

  const toggle = ({ id }: Item) => selection.press({ id, isRange: false, isMore: true })
  const acts: RowActs = {
    run,
    toggle,
    can: {
      download: commands.download !== undefined,
      send: commands.send !== undefined,
      copy: commands.copy !== undefined,
    },
    press(one, { shiftKey, ctrlKey, metaKey, isTouch, isOnName }) {
      const isPlain = !shiftKey && !ctrlKey && !metaKey
      // A tap opens, unless a long press has begun a selection.
      if (isTouch && isPlain && chosen.length > 0) return toggle(one)
      if (isPlain && one.type === 'FOLDER' && (isOnName || isTouch)) return open(one.id)
      selection.press({ id: one.id, isRange: shiftKey, isMore: ctrlKey || metaKey })
    },
    open: ({ id }) => open(id),
    async rename(one, name) {
      const isDone = name === null || (await commands.rename(one, name))
      if (isDone) setRenaming((now) => (now === one.id ? null : now))
      return isDone
    },
    dragged(one) {
      const going = chosen.length > 0 && selection.ids.has(one.id) ? chosen : [one]
      setCarried(going)
      return going.map(({ id }) => id)
    },
    dropped: (one, dragged) => take(one.id, one.name, dragged),
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the list handles keys wherever the focus is in it
    <div
      ref={root}
      className={classes.root}
      role="region"
      aria-label={shown?.crumbs.at(-1)?.name ?? 'All files'}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <Group justify="space-between" gap="xs">
        <TransferPath crumbs={shown?.crumbs ?? []} onOpen={open} onDropped={take} />
        <TransferTools {...{ word, sort, layout, onWord, onSort, onLayout }} onNewFolder={setNaming} />
      </Group>
      {hasBar && (
        <SelectionBar
          chosen={chosen}
          coming={isComing ? (shown?.total ?? 0) : null}
          commands={commands}
          onDownload={download}
          onPlace={(what) => setPlacing({ what, items: chosen })}
          onClear={() => selection.clear()}
        />
      )}
      <ClipboardBar kept={clipboard} isBusy={commands.isBusy} onPaste={paste} onClear={setClipboard} />
      {error && !shown && <LoadError what="Your files" onRetry={error.retry} />}
      {!error && !shown && <Skeleton height={240} />}
      {shown &&
        items.length === 0 &&
        (word === '' ? empty : <p className={classes.quiet}>No files or folders match.</p>)}
      <TransferList
        // Each folder starts at its top.
        key={folder}
        items={items}
        total={shown?.total ?? 0}
        more={more}
        layout={layout}
        chosen={selection.ids}
        renaming={renaming}
        hasDetails={onDetails !== undefined}
        acts={acts}
        handle={list}
      />
      {more?.isFailed && (
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
