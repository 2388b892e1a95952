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
  const { newVersions } = row
  const pictureUrls = newVersions?.keys.flatMap(
    (key) => pictureUrl(deps, reader, row, { key, page: 1 }) ?? [],
  )
  return {
    _id: row.id,
    action: row.action,
    title: row.title,
    words: beginningOf(newVersions?.names ?? row.words, notificationWordsMax),
    createdBy: {
      _id: row.person?._id ?? null,
      name: row.createdByName,
      avatar: row.person?.avatar ?? null,
      isGuest: row.isByGuest,
    },
    pictureUrl: pictureUrls?.[0] ?? pictureUrl(deps, reader, row, row.picture),
    ...(newVersions && { pictureUrls, file: newVersions.file }),
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

type Picture = NotificationRow['picture']

function pictureUrl(deps: Deps, reader: UserActor, row: NotificationRow, picture: Picture): string | null {
  const grant = picture && rowGrant(reader.sessionId, row)
  if (!grant) return null
  const { thumbnailUrl } = fileUrls(deps, picture.key, { download: false, endsAt: null, grant })
  return `${thumbnailUrl}&page=${picture.page}`
}
