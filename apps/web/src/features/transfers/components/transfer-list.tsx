import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { preloadActions } from '#web/features/transfers/components/transfer-menu'
import { type RowActs, TransferRow } from '#web/features/transfers/components/transfer-row'
import type { Item, MoreItems } from '#web/features/transfers/transfer-source'
import { usePreload } from '#web/ui/late-menu'
import { useStable } from '#web/ui/use-stable'
import { useVirtualRows } from '#web/ui/use-virtual-rows'
import classes from './transfers.module.css'

export type ListHandle = { reveal: (index: number) => void; focus: () => void }

type Props = {
  items: readonly Item[]
  total: number
  more: MoreItems | undefined
  layout: 'list' | 'grid'
  chosen: ReadonlySet<string>
  renaming: string | null
  hasDetails: boolean
  acts: RowActs
  handle: RefObject<ListHandle | null>
}

/** Loads more when so many loaded ones remain. */
const loadAhead = 50

/** Mounts only visible rows or cards; unloaded ones keep their space. */
export function TransferList({
  items,
  total,
  more,
  layout,
  chosen,
  renaming,
  hasDetails,
  acts,
  handle,
}: Props) {
  const list = useRef<HTMLUListElement>(null)
  const count = more ? Math.max(total, items.length) : items.length
  const rows = useVirtualRows({ list, count, layout })
  const { can, ...functions } = acts
  const stable = useStable(functions)
  const [rowActs] = useState<RowActs>(() => ({ ...stable, can }))
  usePreload(preloadActions)
  // A focused or dragged item stays mounted.
  const [held, setHeld] = useState<string | null>(null)
  useImperativeHandle(handle, () => ({
    reveal: rows.reveal,
    focus: () => list.current?.querySelector<HTMLElement>('button')?.focus(),
  }))

  const isNearEnd = rows.end > items.length - loadAhead
  useEffect(() => {
    if (isNearEnd && more && !more.isLoading && !more.isFailed) more.load()
  })

  const drawn = items.slice(rows.first, rows.end)
  const isHeldAway = held !== null && !drawn.some((item) => item.id === held)
  const heldAt = isHeldAway ? items.findIndex((item) => item.id === held) : -1
  const row = (item: Item, index: number, top: number | null) => (
    <TransferRow
      key={item.id}
      item={item}
      place={index + 1}
      total={count}
      top={top}
      layout={layout}
      isChosen={chosen.has(item.id)}
      isRenaming={renaming === item.id}
      hasDetails={hasDetails}
      acts={rowActs}
    />
  )
  const heldItem = items[heldAt]
  const lacking = Math.min(rows.end, count) - Math.max(rows.first, items.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only tracks the active row
    <ul
      ref={list}
      className={classes.items}
      data-layout={layout}
      aria-label="Files and folders"
      aria-busy={lacking > 0}
      hidden={items.length === 0}
      style={{ paddingTop: rows.before, paddingBottom: rows.after + Math.max(0, lacking) * rows.itemHeight }}
      onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null)}
      onDragStart={({ target }) =>
        target instanceof HTMLElement &&
        setHeld(target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null)
      }
    >
      {drawn.map((item, index) => row(item, rows.first + index, null))}
      {heldItem && row(heldItem, heldAt, rows.topOf(heldAt))}
    </ul>
  )
}
