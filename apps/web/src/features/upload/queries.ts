import { queryOptions } from '@tanstack/react-query'
import { getFile } from '@wingmark/contract/files'
import { call } from '#web/lib/api'

const firstMs = 1_000
const slowestMs = 10_000

/** What became of a stored file's preview; asked again, ever more slowly, until it is drawn or has failed. */
export const drawingQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['upload', 'drawing', fileId],
    queryFn: async ({ signal }) => (await call(getFile, { params: { id: fileId }, signal })).result,
    refetchInterval: ({ state }) =>
      state.data?.state === 'PROCESSING' ? Math.min(slowestMs, firstMs * 2 ** state.dataUpdateCount) : false,
    meta: { shown: true },
  })
