import type { Notification } from '@wingmark/contract/notifications'
import type { NotificationRow } from '#server/modules/notifications/store'

export function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    action: row.action,
    title: row.title,
    createdBy: { name: row.createdByName },
    review: row.reviewId,
    comment: row.commentId,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
