import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '@wingmark/contract/transfers'
import { call } from '#web/lib/api'

const pageSize = 100
const drawingMs = 3_000

type Listing = { folder: string | null; word: string; sort: contract.TransferSort }

export const transferKeys = {
  all: ['transfers'] as const,
  list: (listing: Listing) => ['transfers', 'list', listing] as const,
  deleted: ['transfers', 'deleted'] as const,
}

/** What is in a folder or in the root, folders first, further pages as they are asked for. */
export function transfersQuery(listing: Listing) {
  const { folder, word, sort } = listing
  return infiniteQueryOptions({
    queryKey: transferKeys.list(listing),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, sort, word, ...(pageParam === '' ? {} : { cursor: pageParam }) }
      return folder === null
        ? call(contract.listTransfers, { query, signal })
        : call(contract.listFolder, { params: { id: folder }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    // Until all pictures are drawn.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some((one) => one.file?.state === 'PROCESSING'))
        ? drawingMs
        : false,
    meta: { shown: [404] },
  })
}

/** One file or folder, a folder with all its bytes. */
export function transferQuery(id: string) {
  return queryOptions({
    queryKey: [...transferKeys.all, 'one', id],
    queryFn: async ({ signal }) => (await call(contract.getTransfer, { params: { id }, signal })).result,
  })
}

export const deletedTransfersQuery = queryOptions({
  queryKey: transferKeys.deleted,
  queryFn: ({ signal }) => call(contract.listDeletedTransfers, { query: { limit: pageSize }, signal }),
})
