import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { notificationsPageSize } from '@wingmark/contract/limits'
import { listNotifications, type Notification, readNotifications } from '@wingmark/contract/notifications'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { useEffect, useEffectEvent } from 'react'
import { allOf, type Pages, putFirst } from '#web/features/notifications/notification-pages'
import { call } from '#web/lib/api'
import { useSession } from '#web/lib/session'
import { useRefreshing, useUserEvents } from '#web/lib/user-live'

export type NotificationsTab = 'all' | 'unread'

/** Poll interval without a live stream. */
export const refreshMs = 60_000
const keys = {
  every: ['notifications'] as const,
  menu: (tab: NotificationsTab) => ['notifications', 'menu', tab] as const,
  page: (tab: NotificationsTab) => ['notifications', 'page', tab] as const,
}

/** The menu's list, newest first. The server logs a failed load, so it shows no toast. */
export const menuQuery = (tab: NotificationsTab) => listQuery(keys.menu(tab), tab, notificationsPageSize)

/** The page's list: gathered by day and subject, many become few rows. */
export const pageQuery = (tab: NotificationsTab) => listQuery(keys.page(tab), tab, 50)

function listQuery(queryKey: readonly string[], tab: NotificationsTab, limit: number) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, {
        query: { limit, unread: tab === 'unread', ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    meta: { shown: true },
  })
}

/** The unread notification of a new plan, and the newest loaded one about the plan. */
export function usePlanNews(): { started: string | null; newest: string | null | undefined } {
  const { data } = useInfiniteQuery({ ...menuQuery('all'), ...useRefreshing(refreshMs) })
  const newest = data && (allOf(data).find(({ action }) => action.startsWith('PLAN_'))?._id ?? null)
  return { started: data?.pages[0]?.planStarted ?? null, newest }
}

/** Puts arrivals on top of the loaded ones; mounted once, at the bell. */
export function useLiveNotifications(): void {
  const client = useQueryClient()
  useUserEvents((event) => {
    if (event.event === 'notification.created') {
      const { data } = event
      for (const tab of data.isMuted ? (['all'] as const) : (['all', 'unread'] as const))
        client.setQueryData<Pages>(keys.menu(tab), (pages) => putFirst(pages, data))
      void client.invalidateQueries({ queryKey: ['notifications', 'page'] })
    }
    // Cards of reviews show how much is unread when they are next opened.
    if (event.event === 'notification.created' || event.event === 'notification.read')
      void client.invalidateQueries({ queryKey: ['reviews', 'mine'], refetchType: 'none' })
    if (event.event === 'notification.read' && event.data.unread !== unreadIn(client))
      rereadNotifications(client)
    if (event.event === 'reset') rereadNotifications(client)
  })
}

/** Marks as read or unread; returns which ones changed. */
export function useReadNotifications({ isQuiet = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof readNotifications>) =>
      (await call(readNotifications, { body })).result,
    // Automatic reading fails silently, and is tried again at the next opening.
    ...(isQuiet ? { meta: { shown: true } } : {}),
    onSuccess: ({ changed }) => changed > 0 && rereadNotifications(client),
  })
}

/** Marks an open thread as read; asks nothing of the server if nothing is unread. */
export async function readThread(client: QueryClient, comment: string): Promise<void> {
  const known = allOf(client.getQueryData<Pages>(keys.menu('all')))
  // Muted ones do not count.
  const isTold = known.some((one) => one.comment === comment && one.readAt === null)
  if (unreadIn(client) === 0 && !isTold) return
  const { result } = await call(readNotifications, { body: { comment } })
  if (result.ids.length > 0) rereadNotifications(client)
}

/** Marks notifications about an open subject as read; null until it is known. */
export function useReadAbout(about: { subject: Notification['subject'] } | { task: string } | null): void {
  const { token } = useSession()
  const { data } = useInfiniteQuery({ ...menuQuery('all'), enabled: token !== null })
  const { mutate: read } = useReadNotifications({ isQuiet: true })
  const unread = data?.pages[0]?.unread ?? 0
  const newest = data?.pages[0]?.results[0]?._id
  const readIt = useEffectEvent(() => {
    if (about !== null && unread > 0) read(about)
  })
  const key = about && JSON.stringify(about)
  useEffect(() => readIt(), [key, unread, newest])
}

/** For screens that show the user's plan. A popup marks the start of Commander as read. */
export function useReadPlanNews(): void {
  const { token } = useSession()
  const { data } = useInfiniteQuery({ ...menuQuery('all'), enabled: token !== null })
  const news = allOf(data).find(({ action }) => action.startsWith('PLAN_'))
  useReadAbout(news && data?.pages[0]?.planStarted === null ? { subject: news.subject } : null)
}

function unreadIn(client: QueryClient): number | undefined {
  return client.getQueryData<Pages>(keys.menu('all'))?.pages[0]?.unread
}

export function rereadNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.every })
}
