import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { notificationsPageSize } from '@wingmark/contract/limits'
import { listNotifications } from '@wingmark/contract/notifications'
import { call } from '#web/lib/api'

const refreshMs = 60_000

/** One page, newest first. A failed load is only logged by the server, so it stays without a toast. */
export function notificationsQuery({ page = 1, limit = notificationsPageSize } = {}) {
  return queryOptions({
    queryKey: ['notifications', page, limit],
    queryFn: ({ signal }) => call(listNotifications, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { shown: true },
  })
}
