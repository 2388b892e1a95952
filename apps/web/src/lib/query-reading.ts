import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keptAt } from '#web/lib/cached-answers'

type Context = { client: QueryClient; queryKey: QueryKey; signal: AbortSignal; pageParam?: unknown }

/** What a call learns of its query: data on screen may be newer than the cached answer. */
export function reading({ client, queryKey, signal, pageParam }: Context) {
  const { data, dataUpdateCount = 0 } = client.getQueryState(queryKey) ?? {}
  // A list's further pages are not on screen yet, and may come from the device.
  return { signal, isShown: isInPages(data) ? data.pageParams.includes(pageParam) : dataUpdateCount > 0 }
}

function isInPages(data: unknown): data is { pageParams: unknown[] } {
  return data instanceof Object && 'pageParams' in data && Array.isArray(data.pageParams)
}

/** Back online, reads what failed, and what came from this device, by the first answer's address. */
export function readMissed(client: QueryClient, address: string, queryKeys: readonly QueryKey[]): void {
  const isKept = keptAt(address) !== null
  for (const queryKey of queryKeys)
    void client.invalidateQueries({
      queryKey,
      predicate: ({ state }) => isKept || (state.isInvalidated && state.fetchStatus === 'idle'),
    })
}
