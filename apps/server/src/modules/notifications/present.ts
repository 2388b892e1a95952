import type { Notification } from '@wingmark/contract/notifications'
import type { NotificationRow } from '#server/modules/notifications/store'

const reviewOf: Record<NotificationRow['subjectKind'], (row: NotificationRow) => string | null> = {
  REVIEW: (row) => row.subjectId,
  WORKSPACE: () => null,
  DELIVERY: () => null,
  PERSON: () => null,
}

export function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    action: row.action,
    title: row.title,
    createdBy: { name: row.createdByName },
    review: reviewOf[row.subjectKind](row),
    subject: { kind: row.subjectKind, _id: row.subjectId },
    subjectName: row.subjectName,
    isInvited: row.isInvited,
    comment: row.commentId,
    task: row.taskId,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
