import type { MemberRole } from '@wingmark/contract/reviews'
import type { HiddenSource, Task, TaskSource } from '@wingmark/contract/tasks'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canLetIn, type ReviewAccess } from '#server/modules/access/policy'
import { listAccess } from '#server/modules/access/service'
import { canEditTasks, canMoveTask } from '#server/modules/access/workspaces/policy'
import { canResolve } from '#server/modules/comments/policy'
import { cropUrl, fileUrls } from '#server/modules/files/service'
import { entryOf, standingOf } from '#server/modules/workspaces/tasks/policy'
import type { TaskOrigin, TaskRow } from '#server/modules/workspaces/tasks/store'

/** A task with its reader's role in the workspace. */
type Shown = TaskRow & { role: MemberRole }

/** Omits reviews that the reader may not see. One query, however many tasks. */
export async function presentTasks(deps: Deps, actor: UserActor, rows: readonly Shown[]): Promise<Task[]> {
  const reviews = await listAccess(
    deps,
    actor,
    rows.flatMap(({ comment }) => comment?.reviewId ?? []),
  )
  return rows.map((row) => presentTask(deps, actor, row, reviews.get(row.comment?.reviewId ?? '') ?? null))
}

/** `review`: what the reader may see of the review it came from. */
export function presentTask(deps: Deps, actor: UserActor, row: Shown, review: ReviewAccess | null): Task {
  const access = { workspaceId: row.workspaceId, role: row.role }
  return {
    _id: row.id,
    workspace: row.workspaceId,
    number: row.number,
    title: row.title,
    description: row.description,
    status: row.status,
    rank: row.rank,
    parent: row.parentId,
    subtasks: row.subtasks.map((one) => ({
      ...one,
      can: { move: canMoveTask(access, { assigneeId: one.assignee?._id ?? null }, actor.id) },
    })),
    subtaskCount: row.subtasks.length,
    doneCount: row.subtasks.filter(({ status }) => status === 'DONE').length,
    assignee: row.assignee,
    startsOn: row.startsOn,
    dueOn: row.dueOn,
    labels: row.labels,
    priority: row.priority,
    source: sourceOf(deps, actor, row, review),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
    version: row.version,
    can: {
      edit: canEditTasks(access),
      move: canMoveTask(access, row, actor.id),
      delete: canEditTasks(access),
    },
  }
}

function sourceOf(
  deps: Deps,
  actor: UserActor,
  { comment, connected, role, workspaceId, assigneeId }: Shown,
  review: ReviewAccess | null,
): TaskSource {
  if (!comment) return null
  if (!review) return assigneeId === actor.id ? hiddenFromAssignee(comment) : { hidden: true }
  const { id, number, page, x, y, kind, state } = comment
  const isRendered = (kind === 'IMAGE' || kind === 'PDF') && state !== 'FAILED'
  const may = { download: false, endsAt: review.endsAt, grant: review.grant }
  const mayEdit = canEditTasks({ workspaceId, role })
  const mayResolve = canResolve(review, comment.author === actor.id)
  return {
    review: comment.reviewId,
    reviewName: comment.reviewName,
    file: comment.fileId,
    fileName: comment.fileName,
    kind,
    comment: id,
    number,
    page,
    place: x === null || y === null ? null : { x, y },
    status: comment.status,
    cropUrl: isRendered && comment.version ? cropUrl(deps, comment.key, id, comment.version, may) : null,
    thumbnailUrl: isRendered ? `${fileUrls(deps, comment.key, may).thumbnailUrl}&page=${page ?? 1}` : null,
    connected,
    assigneeStanding: mayEdit && assigneeId !== null ? standingOf(comment, canLetIn(review)) : null,
    can: { connect: !connected && mayResolve && mayEdit },
  }
}

function hiddenFromAssignee(comment: TaskOrigin): HiddenSource {
  const entry = entryOf(comment)
  return { hidden: true, entry, ...(entry === 'INVITED' ? { invitedTo: comment.reviewId } : {}) }
}
