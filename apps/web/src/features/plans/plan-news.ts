import type { Notification } from '@wingmark/contract/notifications'

/** Of the newest first: what tells unread that Commander has begun, unless something newer tells of the plan. */
export function startedNews(notifications: readonly Notification[]): string | null {
  const newest = notifications.find(({ action }) => action.startsWith('PLAN_'))
  return newest?.action === 'PLAN_STARTED' && newest.readAt === null ? newest._id : null
}
