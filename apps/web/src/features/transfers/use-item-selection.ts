import { transferRecordsMax } from '@wingmark/contract/limits'
import { useEffect, useMemo, useState } from 'react'
import type { Item, MoreItems } from '#web/features/transfers/transfer-source'
import { choose, noSelection, type Places, type Press, placesOf } from '#web/lib/selection'

/** The selected items of a list. Selecting all includes unloaded ones, up to the limit of one action. */
export function useItemSelection(items: readonly Item[], more: MoreItems | undefined) {
  const [selection, setSelection] = useState(noSelection)
  const [isAll, setAll] = useState(false)
  const [findPlaces] = useState(placesFinder)
  const order = useMemo(() => items.map((item) => item.id), [items])
  const chosen = useMemo(() => {
    if (isAll) return items.slice(0, transferRecordsMax)
    return [...findPlaces(selection.ids, order).values()].flatMap((place) => items[place] ?? [])
  }, [isAll, items, order, selection, findPlaces])
  // Items no longer listed are deselected.
  const kept = useMemo(() => {
    if (!isAll && chosen.length === selection.ids.size) return selection
    return { ids: new Set(chosen.map((item) => item.id)), anchor: isAll ? null : selection.anchor }
  }, [isAll, chosen, selection])
  const lacks = isAll && more && !more.isLoading && !more.isFailed && items.length < transferRecordsMax
  const isThere = isAll && !lacks && !more?.isLoading
  useEffect(() => {
    if (lacks) more.load()
  })
  // Once they have loaded, later additions are not selected.
  useEffect(() => {
    if (!isThere) return
    setSelection({ ids: new Set(order.slice(0, transferRecordsMax)), anchor: null })
    setAll(false)
  }, [isThere, order])
  const change = (next: typeof selection) => {
    setAll(false)
    setSelection(next)
  }
  return {
    order,
    ids: kept.ids,
    chosen,
    /** All are selected, but some are still loading: no action yet. */
    isComing: isAll && !isThere,
    press: (press: Press) => change(choose(kept, order, press)),
    only: (id: string) => change({ ids: new Set([id]), anchor: id }),
    all: () => setAll(true),
    clear: () => change(noSelection),
  }
}

/** Clicks and further pages leave nearly all of them in place. */
function placesFinder() {
  let known: Places = new Map()
  return (ids: ReadonlySet<string>, order: readonly string[]): Places => {
    known = placesOf(ids, order, known)
    return known
  }
}
