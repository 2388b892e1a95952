import { holdsCharacters } from '@wingmark/contract/search-words'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import {
  childrenOf,
  firstSample,
  type Sample,
  type SampleItem,
  type SampleOperation,
  stepSample,
} from '#web/features/transfers/sample-store'
import type {
  Crumb,
  FolderList,
  Item,
  Order,
  Shown,
  TransferActions,
} from '#web/features/transfers/transfer-source'
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

export function sampleActions(sample: Store<Sample, Sample>): TransferActions {
  const now = () => new Date().toISOString()
  const act = async (operation: SampleOperation) => {
    const next = stepSample(sample.get(), operation)
    sample.dispatch(next)
    // Only for the latest: later changes would be lost.
    return async () => {
      if (sample.get() === next) sample.dispatch(stepSample(next, { type: 'undo' }))
    }
  }
  const ids = (items: readonly Item[]) => items.map((item) => item.id)
  return {
    createFolder: (name, parent) => act({ type: 'create', id: uuid(), name, parent, at: now() }),
    rename: ({ id }, name) => act({ type: 'rename', id, name }),
    duplicate: (items) => act({ type: 'duplicate', ids: ids(items), newId: uuid, at: now() }),
    move: (items, parent) => act({ type: 'move', ids: ids(items), parent }),
    extract: ({ id }) => act({ type: 'extract', id }),
    remove: (items) => act({ type: 'remove', ids: ids(items) }),
  }
}

const asItem = (items: readonly SampleItem[], item: SampleItem): Item => ({
  ...item,
  itemCount: childrenOf(items, item.id).length,
  thumbnailUrl: null,
})

function crumbsOf(items: readonly SampleItem[], folder: string | null): Crumb[] {
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
