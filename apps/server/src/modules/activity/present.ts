import type { Activity } from '@wingmark/contract/activity'
import type { ActivityRow } from '#server/modules/activity/store'

export function presentActivity(row: ActivityRow): Activity {
  const { id, action, actorKind, actorName, linkId, linkName, target, before, after, commentId } = row
  return {
    _id: id,
    action,
    actor: { kind: actorKind, name: actorName },
    link: linkName === null ? null : { _id: linkId, name: linkName },
    subject: target,
    before,
    after,
    comment: commentId,
    createdAt: row.createdAt.toISOString(),
  }
}
