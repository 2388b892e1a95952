import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '@wingmark/contract/transfers'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import { transferKeys, transfersQuery } from '#web/features/transfers/queries'
import type { FolderList, Item, Order, Shown, TransferActions } from '#web/features/transfers/transfer-source'
import { call } from '#web/lib/api'

function asItem(one: contract.Transfer): Item {
  const { _id: id, name, type, parent, size, itemCount, createdAt, file } = one
  const hasPicture = file?.state === 'READY' && file.kind !== 'OTHER'
  const thumbnailUrl = hasPicture ? file.thumbnailUrl : null
  return { id, name, type, parent, size, itemCount, createdAt, thumbnailUrl }
}

export function useServerListing(folder: string | null, word: string, sort: Order) {
  const query = useInfiniteQuery(transfersQuery({ folder, word, sort }))
  const pages = query.data?.pages
  const open = pages?.[0]?.folder
  const above = (open?.parents ?? []).map(({ parent, name }) => ({ id: parent, name })).toReversed()
  const shown: Shown | null = pages
    ? {
        items: pages.flatMap((page) => page.results.map(asItem)),
        total: pages[0]?.total ?? 0,
        crumbs: open ? [...above, { id: open._id, name: open.name }] : [],
      }
    : null
  return { shown, query }
}

export const listServerFolders: FolderList = async (parent) => {
  const query = { limit: 100, sort: 'name' as const }
  const { results } =
    parent === null
      ? await call(contract.listTransfers, { query })
      : await call(contract.listFolder, { params: { id: parent }, query })
  return results.filter((one) => one.type === 'FOLDER').map(asItem)
}

type Ids = [string, ...string[]]
const split = ([id, ...also]: Ids) => ({ params: { id }, also })
const idsOf = (items: readonly { id: string }[]): Ids => {
  const [first, ...rest] = items.map((item) => item.id)
  if (first === undefined) throw new Error('nothing was chosen')
  return [first, ...rest]
}

const removeIds = (ids: Ids) => {
  const { params, also } = split(ids)
  return call(contract.deleteTransfer, { params, body: { also } })
}
const moveIds = (ids: Ids, parent: string | null) => {
  const { params, also } = split(ids)
  return call(contract.moveTransfer, { params, body: { parent, also } })
}
const restore = (id: string) => call(contract.restoreTransfer, { params: { id }, body: {} })

/** The tree that the server keeps; whatever changes it reads the lists anew. */
export function useServerActions(): TransferActions {
  const client = useQueryClient()
  const after = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change
    } finally {
      void client.invalidateQueries({ queryKey: transferKeys.all })
      void client.invalidateQueries({ queryKey: accountKeys.usage })
    }
  }
  const copy = async (items: readonly Item[], to: { parent?: string | null }) => {
    const { params, also } = split(idsOf(items))
    const idempotencyKey = uuid()
    const { results } = await after(
      call(contract.copyTransfer, { params, body: { ...to, also }, idempotencyKey }),
    )
    return () => after(removeIds(idsOf(results.map((one) => ({ id: one._id })))))
  }
  return {
    async createFolder(name, parent) {
      const body = { type: 'FOLDER' as const, name, parent }
      const { result } = await after(call(contract.createTransfer, { body, idempotencyKey: uuid() }))
      return () => after(removeIds([result._id]))
    },
    async rename({ id, name: before }, name) {
      const to = (given: string) =>
        after(call(contract.renameTransfer, { params: { id }, body: { name: given } }))
      await to(name)
      return () => to(before)
    },
    duplicate: (items) => copy(items, {}),
    copy: (items, parent) => copy(items, { parent }),
    async move(items, parent) {
      await after(moveIds(idsOf(items), parent))
      const earlier = Map.groupBy(items, (item) => item.parent)
      return () => after(Promise.all([...earlier].map(([from, some]) => moveIds(idsOf(some), from))))
    },
    async extract({ id }) {
      await after(call(contract.extractTransfer, { params: { id }, body: {} }))
      return () => after(restore(id))
    },
    async remove(items) {
      const { result } = await after(removeIds(idsOf(items)))
      return () => after(restore(result.deletionId))
    },
    async download(items) {
      const { result } = await call(contract.downloadTransfers, { body: { items: idsOf(items) } })
      window.location.assign(result.url)
    },
  }
}
