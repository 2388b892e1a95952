import { holdsCharacters } from '@wingmark/contract/search-words'
import { useState } from 'react'
import { childrenOf, type Node, type Tree } from '#web/features/transfers/changes/transfer-change'
import { after, changeOf, type TransferActions } from '#web/features/transfers/changes/transfer-changes'
import { firstSample } from '#web/features/transfers/sample-store'
import type { Crumb, FolderList, Item, Order, Shown } from '#web/features/transfers/transfer-source'
import { createValue, type Store, useStore } from '#web/lib/store'

const sample = createValue(firstSample)

/** Provides the sample's tree to the same screen; nothing leaves the page. */
export function useSample(folder: string | null, word: string, sort: Order) {
  const { items } = useStore(sample, (state) => state)
  const [actions] = useState(() => sampleActions(sample))
  const found =
    word === '' ? childrenOf(items, folder) : items.filter((item) => holdsCharacters(item.name, word))
  const shown: Shown = {
    items: found.map((item) => asItem(items, item)).toSorted(comparer(sort)),
    total: found.length,
    crumbs: crumbsOf(items, folder),
  }
  return { shown, actions }
}

export const listSampleFolders: FolderList = async (parent) => {
  const { items } = sample.get()
  const folders = childrenOf(items, parent).filter((item) => item.type === 'FOLDER')
  return { folders: folders.map((item) => asItem(items, item)), next: null }
}

export const sampleActions = (sample: Store<Tree, Tree>): TransferActions => ({
  async run(input) {
    const before = sample.get()
    const inverse = changeOf(input).invert?.(before, input)
    sample.dispatch(after(before, [input]))
    return async () => inverse && sample.dispatch(after(sample.get(), [inverse]))
  },
})

const asItem = (items: readonly Node[], item: Node): Item => ({
  ...item,
  itemCount: childrenOf(items, item.id).length,
  thumbnailUrl: null,
})

function crumbsOf(items: readonly Node[], folder: string | null): Crumb[] {
  const found = items.find((item) => item.id === folder)
  return found ? [...crumbsOf(items, found.parent), { id: found.id, name: found.name }] : []
}

function comparer(sort: Order): (a: Item, b: Item) => number {
  const way = sort.startsWith('-') ? -1 : 1
  return (a, b) => {
    if (a.type !== b.type) return a.type === 'FOLDER' ? -1 : 1
    if (sort.endsWith('name')) return way * a.name.localeCompare(b.name)
    if (sort.endsWith('size')) return way * ((a.size ?? 0) - (b.size ?? 0))
    return way * a.createdAt.localeCompare(b.createdAt)
  }
}
