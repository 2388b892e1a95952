import { queryOptions } from '@tanstack/react-query'
import { getFile } from '@wingmark/contract/files'
import { call } from '#web/lib/api'
import { askAgain } from '#web/lib/ask-again'

const firstMs = 1_000
const slowestMs = 10_000

/** The state of a stored file's preview; polls ever more slowly until it is ready, failed or gone. */
export const drawingQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['upload', 'drawing', fileId],
    queryFn: async ({ signal }) => (await call(getFile, { params: { id: fileId }, signal })).result,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) =>
      askAgain(
        error,
        data?.state === 'PROCESSING' ? Math.min(slowestMs, firstMs * 2 ** dataUpdateCount) : false,
      ),
    meta: { shown: true },
  })
