import type { TimelineItem } from '@wingmark/contract/timelines'
import { canWriteIn, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import type { TimelineRow } from '#server/modules/workspaces/timeline/store'

export function presentItem(row: TimelineRow, access: WorkspaceAccess, userId: string): TimelineItem {
  const isOwn = row.kind === 'MESSAGE' && row.actorId === userId && canWriteIn(access)
  return {
    _id: row.id,
    workspace: row.workspaceId,
    task: row.task,
    kind: row.kind,
    actor: { _id: row.actorId, name: row.actorName, avatar: row.avatar },
    message: row.message,
    mentions: row.mentions,
    before: row.before,
    after: row.after,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    can: { edit: isOwn, delete: isOwn },
  }
}
