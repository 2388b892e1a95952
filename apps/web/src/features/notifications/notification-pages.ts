import type { InfiniteData } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import type { listNotifications, Notification } from '@wingmark/contract/notifications'
import type { RouteReply } from '@wingmark/contract/route'

export type Pages = InfiniteData<RouteReply<typeof listNotifications>>

/** All loaded ones, each once: arrivals shift pages, so a later one may repeat some. */
export function allOf(pages: Pages | undefined): Notification[] {
  const byId = new Map<string, Notification>()
  for (const page of pages?.pages ?? []) for (const one of page.results) byId.set(one._id, one)
  return [...byId.values()]
}

/** The loaded pages with a new notification on top, or a known one that has changed in its place. */
export function putFirst(pages: Pages | undefined, notification: Notification): Pages | undefined {
  const counted = notification.isMuted ? 0 : 1
  const [first, ...rest] = pages?.pages ?? []
  if (!pages || !first) return pages
  if (allOf(pages).some((one) => one._id === notification._id)) return replaceIn(pages, notification)
  const next = {
    ...first,
    results: [notification, ...first.results],
    total: first.total + 1,
    unread: first.unread + counted,
    planStarted: planStartedWith(notification, first.planStarted),
  }
  return { ...pages, pages: [next, ...rest] }
}

const replaceIn = (pages: Pages, changed: Notification): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    results: page.results.map((one) => (one._id === changed._id ? changed : one)),
  })),
})

const tellsOfPlan = new Set<Notification['action']>(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED'])

function planStartedWith({ _id, action, readAt }: Notification, known: string | null): string | null {
  if (!tellsOfPlan.has(action)) return known
  return action === 'PLAN_STARTED' && readAt === null ? _id : null
}

export type NotificationGroup = { key: string; subjectName: string; items: Notification[] }
export type NotificationDay = { day: string; groups: NotificationGroup[] }

/** Groups by day in the reader's time zone, then by subject; both newest first. */
export function groupNotifications(
  list: readonly Notification[],
  dayOf: (iso: string) => string,
): NotificationDay[] {
  const days = new Map<string, Map<string, NotificationGroup>>()
  for (const one of list) {
    const day = dayOf(one.createdAt)
    const groups = days.get(day) ?? new Map<string, NotificationGroup>()
    days.set(day, groups)
    const key = `${day} ${one.subject.kind} ${one.subject._id}`
    const group = groups.get(key) ?? { key, subjectName: one.subjectName, items: [] }
    groups.set(key, group)
    group.items.push(one)
  }
  return [...days].map(([day, groups]) => ({ day, groups: [...groups.values()] }))
}

/** The first so many rows, and how many there are. */
export function firstRows(days: readonly NotificationDay[], count: number) {
  let left = count
  const shown = days.flatMap(({ day, groups }) => {
    const some = groups.slice(0, Math.max(0, left))
    left -= groups.length
    return some.length > 0 ? [{ day, groups: some }] : []
  })
  return { shown, total: count - left }
}

/** The same without days. */
export const groupBySubject = (list: readonly Notification[]): NotificationGroup[] =>
  groupNotifications(list, () => '')[0]?.groups ?? []

const nouns = {
  COMMENT_ADDED: 'comments',
  REPLY_ADDED: 'replies',
  COMMENT_RESOLVED: 'resolved comments',
  MENTIONED: 'mentions',
  CONNECTION_ASKED: 'connection requests',
  CONNECTION_ACCEPTED: 'new connections',
  TRANSFER_DOWNLOADED: 'downloads',
  TRANSFER_RECEIVED: 'transfers',
  TRANSFER_ENDING: 'expiring transfers',
  MESSAGE_REQUESTED: 'message requests',
  WORKSPACE_INVITED: 'invitations',
  TASK_ASSIGNED: 'assigned tasks',
  TASK_DONE: 'completed tasks',
  TASK_MENTIONED: 'mentions',
  TASKS_UNASSIGNED: 'departures',
  WORK_HANDED_OVER: 'ownership changes',
  WORK_DELETED: 'deletions',
  ACCESS_ASKED: 'access requests',
  ACCESS_GIVEN: 'access updates',
  VERSION_ADDED: 'new versions',
  ROUND_OPENED: 'rounds',
  ROUND_DUE: 'rounds that are due',
  DECISION_MADE: 'decisions',
  PLAN_STARTED: 'plan changes',
  PLAN_UNPAID: 'plan changes',
  PLAN_ENDED: 'plan changes',
  PLAN_STORAGE: 'storage changes',
} as const

/** `4 comments in "Poster"`. */
export function titleOfGroup({ items, subjectName }: NotificationGroup): string {
  const actions = new Set(items.map((one) => one.action))
  const [only] = actions
  const noun = only && actions.size === 1 ? nouns[only] : 'updates'
  return `${items.length} ${noun} in “${isolated(subjectName)}”`
}
