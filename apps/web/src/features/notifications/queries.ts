import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { notificationsPageSize } from '@wingmark/contract/limits'
import { listNotifications, type Notification } from '@wingmark/contract/notifications'
import type { RouteReply } from '@wingmark/contract/route'
import { call } from '#web/lib/api'
import { useIsUserLive, useUserEvents } from '#web/lib/user-live'

const refreshMs = 60_000
const notificationsKey = ['notifications'] as const

/** One page, newest first. A failed load is only logged by the server, so it stays without a toast. */
export function notificationsQuery({ page = 1, limit = notificationsPageSize } = {}) {
  return queryOptions({
    queryKey: [...notificationsKey, page, limit],
    queryFn: ({ signal }) => call(listNotifications, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    meta: { shown: true },
  })
}

/** How often to ask where the live stream does not tell. */
export function useRefreshing(): { refetchInterval: number | false } {
  return { refetchInterval: useIsUserLive() ? false : refreshMs }
}

/** Puts what arrives on top of what is loaded; mounted once, where the bell is. */
export function useLiveNotifications(): void {
  const client = useQueryClient()
  useUserEvents((event) => {
    if (event.event === 'reset') void client.invalidateQueries({ queryKey: notificationsKey })
    if (event.event === 'notification.created') putFirst(client, event.data)
  })
}

function putFirst(client: QueryClient, notification: Notification): void {
  const loaded = client.getQueriesData<RouteReply<typeof listNotifications>>({ queryKey: notificationsKey })
  for (const [key, page] of loaded) {
    if (!page) continue
    const isFirst = page.currentPage === 1 && !page.results.some((one) => one._id === notification._id)
    if (!isFirst) continue
    const results = [notification, ...page.results].slice(0, Number(key[2]))
    client.setQueryData(key, { ...page, results, total: page.total + 1 })
  }
}
