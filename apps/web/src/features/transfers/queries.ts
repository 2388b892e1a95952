import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { deleteFile, duplicateFile } from '@wingmark/contract/files'
import * as contract from '@wingmark/contract/transfers'
import { v4 as uuid } from 'uuid'
import { call } from '#web/lib/api'
import { orTakeBack } from '#web/lib/or-take-back'
import { firstOf, mergeFirst, type Pages, patchPages, type TransferChange } from './changed-pages.ts'
import { notifyOtherTabs } from './other-tabs.ts'

const pageSize = 100
const drawingMs = 3_000

type Listing = { folder: string | null; word: string; sort: contract.TransferSort }

export const transferKeys = {
  all: ['transfers'] as const,
  lists: ['transfers', 'list'] as const,
  list: (listing: Listing) => ['transfers', 'list', listing] as const,
  deleted: ['transfers', 'deleted'] as const,
}

/** Lists with at least this many pages are not read again whole. */
const longFrom = 10

const isLongList = (data: { pages: readonly unknown[] } | undefined) => (data?.pages.length ?? 0) > longFrom

function readPage({ folder, word, sort }: Listing, cursor: string, signal?: AbortSignal) {
  const query = { limit: pageSize, sort, word, ...(cursor === '' ? {} : { cursor }) }
  const how = { query, ...(signal && { signal }) }
  return folder === null
    ? call(contract.listTransfers, how)
    : call(contract.listFolder, { params: { id: folder }, ...how })
}

/** A folder's or the root's items, folders first, with further pages on request. */
export function transfersQuery(listing: Listing) {
  return infiniteQueryOptions({
    queryKey: transferKeys.list(listing),
    queryFn: ({ pageParam, signal }) => readPage(listing, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    // Until all pictures are rendered.
    refetchInterval: ({ state }) =>
      !isLongList(state.data) &&
      state.data?.pages.some((page) => page.results.some((one) => one.file?.state === 'PROCESSING'))
        ? drawingMs
        : false,
    refetchOnWindowFocus: ({ state }) => !isLongList(state.data),
    refetchOnReconnect: ({ state }) => !isLongList(state.data),
    meta: { shown: [404] },
  })
}

/** A file or folder; a folder with its total size. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: [...transferKeys.all, 'one', id],
    queryFn: async ({ signal }) => (await call(contract.getTransfer, { params: { id }, signal })).result,
  })
}

/** Copies the current version of a review into this folder; returns the new transfer's id. */
export async function placeNewer(
  { file, name }: NonNullable<contract.Transfer['newer']>,
  parent: string | null,
): Promise<string> {
  const { result: copy } = await call(duplicateFile, { params: { id: file }, idempotencyKey: uuid() })
  const body = { file: copy._id, name, parent }
  const placing = call(contract.createTransfer, { body, idempotencyKey: uuid() })
  const { result } = await orTakeBack(placing, () => call(deleteFile, { params: { id: copy._id } }))
  return result._id
}

/** Removes what `placeNewer` placed. */
export const removePlaced = (id: string) => call(contract.deleteTransfer, { params: { id }, body: {} })

export const deletedTransfersQuery = (page: number) =>
  queryOptions({
    queryKey: [...transferKeys.deleted, page],
    queryFn: ({ signal }) =>
      call(contract.listDeletedTransfers, { query: { page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

/** After a change in this tab. */
export function refreshTransfers(client: QueryClient, change: TransferChange = {}): void {
  notifyOtherTabs(change)
  readAgain(client, change)
}

/** Reads the lists again after a change; long ones only at their start, with known changes applied. */
export function readAgain(client: QueryClient, change: TransferChange): void {
  const long = client.getQueryCache().findAll({ queryKey: transferKeys.lists, predicate: isLong })
  for (const { queryKey } of long) {
    const listing = queryKey[2] as Listing
    if (change.isAnywhere) client.setQueryData<Pages>(queryKey, (old) => old && firstOf(old))
    else {
      client.setQueryData<Pages>(queryKey, (old) => old && patchPages(old, change))
      void readPage(listing, '')
        .then((first) => client.setQueryData<Pages>(queryKey, (old) => old && mergeFirst(old, first)))
        .catch(() => undefined)
    }
  }
  const predicate = (query: Query) => change.isAnywhere === true || !isLong(query)
  void client.invalidateQueries({ queryKey: transferKeys.all, predicate })
}

const isLong = ({ queryKey, state }: Query) =>
  queryKey[1] === transferKeys.lists[1] && isLongList(state.data as Pages | undefined)

/** Null without a picture, or until it is rendered. */
export const thumbnailOf = ({ file }: contract.Transfer): string | null =>
  file?.state === 'READY' && file.kind !== 'OTHER' ? file.thumbnailUrl : null
