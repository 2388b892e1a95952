import { notificationWordsMax } from '@wingmark/contract/limits'
import type { Notification } from '@wingmark/contract/notifications'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { rowGrant } from '#server/modules/access/policy'
import { fileUrls } from '#server/modules/files/service'
import type { NotificationRow } from '#server/modules/notifications/store'

const reviewOf: Record<NotificationRow['subjectKind'], (row: NotificationRow) => string | null> = {
  REVIEW: (row) => row.subjectId,
  WORKSPACE: () => null,
  DELIVERY: () => null,
  PERSON: () => null,
}

export function presentNotification(deps: Deps, reader: UserActor, row: NotificationRow): Notification {
  return {
    _id: row.id,
    action: row.action,
    title: row.title,
    words: beginningOf(row.words, notificationWordsMax),
    createdBy: {
      _id: row.person?._id ?? null,
      name: row.createdByName,
      avatar: row.person?.avatar ?? null,
      isGuest: row.isByGuest,
    },
    pictureUrl: pictureUrl(deps, reader, row),
    review: reviewOf[row.subjectKind](row),
    subject: { kind: row.subjectKind, _id: row.subjectId },
    subjectName: row.subjectName,
    isInvited: row.isInvited,
    isMuted: row.isMuted,
    comment: row.commentId,
    task: row.taskId,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

function pictureUrl(deps: Deps, reader: UserActor, { picture, ...seen }: NotificationRow): string | null {
  const grant = picture && rowGrant(reader.sessionId, seen)
  if (!grant) return null
  const { thumbnailUrl } = fileUrls(deps, picture.key, { download: false, endsAt: null, grant })
  return `${thumbnailUrl}&page=${picture.page}`
}
