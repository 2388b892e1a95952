import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '@wingmark/contract/transfers'
import { useMemo } from 'react'
import { accountKeys } from '#web/features/account/queries'
import type { TransferActions } from '#web/features/transfers/changes/transfer-changes'
import { useOtherTabs } from '#web/features/transfers/other-tabs'
import { readAgain, refreshTransfers, thumbnailOf, transfersQuery } from '#web/features/transfers/queries'
import { serverActions } from '#web/features/transfers/server-actions'
import type { FolderList, Item, Order, Shown } from '#web/features/transfers/transfer-source'
import { call } from '#web/lib/api'

function asItem(one: contract.Transfer): Item {
  const { _id: id, name, type, parent, size, itemCount, createdAt } = one
  return { id, name, type, parent, size, itemCount, createdAt, thumbnailUrl: thumbnailOf(one) }
}

const asItems = new WeakMap<readonly contract.Transfer[], readonly Item[]>()

/** Stable items for the same page, so that only changed ones render. */
function itemsOf(results: readonly contract.Transfer[]): readonly Item[] {
  const items = asItems.get(results) ?? results.map(asItem)
  asItems.set(results, items)
  return items
}

export function useServerListing(folder: string | null, word: string, sort: Order) {
  const query = useInfiniteQuery(transfersQuery({ folder, word, sort }))
  const client = useQueryClient()
  useOtherTabs((change) => readAgain(client, change))
  const pages = query.data?.pages
  const shown = useMemo((): Shown | null => {
    if (!pages) return null
    const open = pages[0]?.folder
    const above = (open?.parents ?? []).map(({ parent, name }) => ({ id: parent, name })).toReversed()
    return {
      items: pages.flatMap((page) => itemsOf(page.results)),
      total: pages[0]?.total ?? 0,
      crumbs: open ? [...above, { id: open._id, name: open.name }] : [],
    }
  }, [pages])
  return { shown, query }
}

export const listServerFolders: FolderList = async (parent, cursor) => {
  const query = { limit: 100, sort: 'name' as const, ...(cursor === undefined ? {} : { cursor }) }
  const { results, nextCursor } =
    parent === null
      ? await call(contract.listTransfers, { query })
      : await call(contract.listFolder, { params: { id: parent }, query })
  const folders = results.filter((one) => one.type === 'FOLDER').map(asItem)
  // Folders come first.
  return { folders, next: folders.length === results.length ? nextCursor : null }
}

/** The server's tree; every change reads the lists again. */
export function useServerActions(): TransferActions {
  const client = useQueryClient()
  return serverActions(async (sent, known) => {
    try {
      await sent
    } finally {
      refreshTransfers(client, known)
      void client.invalidateQueries({ queryKey: accountKeys.usage })
    }
  })
}
