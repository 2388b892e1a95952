import { subtasksMax, tasksMax, timelinePageSize } from '@wingmark/contract/limits'
import type { RouteBody } from '@wingmark/contract/route'
import type * as contract from '@wingmark/contract/tasks'
import { notAMember } from '@wingmark/contract/workspaces'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { fromOffset, readOffset } from '#server/http/pages'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { canEditTasks, canMoveTask } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { addCropJob } from '#server/modules/files/crops/service'
import { askForAccess } from '#server/modules/reviews/requests/service'
import { canBeRestored, requireLocked } from '#server/modules/workspaces/deletion'
import { labelsToStore, nameLabels, requireLabels } from '#server/modules/workspaces/labels/on-tasks'
import { statusChange } from '#server/modules/workspaces/links/policy'
import {
  catchUp,
  dropTaken,
  followTask,
  lockOrigin,
  noNews,
  noteLinks,
  requireOrigin,
  signalNews,
  type TaskCaller,
  titleOf,
  withLinks,
} from '#server/modules/workspaces/links/service'
import { tell } from '#server/modules/workspaces/notices/service'
import { changeWorkspace, listIn } from '#server/modules/workspaces/store'
import { presentTasks } from '#server/modules/workspaces/tasks/present'
import { takePlace, takeSubPlace } from '#server/modules/workspaces/tasks/reorder-tasks'
import { showTask } from '#server/modules/workspaces/tasks/show-task'
import {
  changeTask,
  countTasks,
  deleteTaskRows,
  findRecord,
  findTask,
  findTasks,
  insertTask,
  listSubtaskRows,
  restoreTaskRows,
  type TaskRecord,
} from '#server/modules/workspaces/tasks/store'
import { parentOf, task } from '#server/modules/workspaces/tasks/task-events'
import { note, readTimeline } from '#server/modules/workspaces/timeline/service'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

export { presentTask } from '#server/modules/workspaces/tasks/present'

/** Throws NOT_FOUND or FORBIDDEN for its `comment`, CONFLICT if that is a task already or `_id` is someone else's. */
export async function createTask(
  deps: Deps,
  { actor, share }: TaskCaller,
  input: RouteBody<typeof contract.createTask>,
  idempotencyKey: string | null,
) {
  const { workspace: workspaceId, description = '', parent = null, after } = input
  const { assignee = null, startsOn = null, dueOn = null, labels = [], priority = 'NONE' } = input
  const access = await requireWorkspace(deps, actor, { workspace: workspaceId }, canEditTasks)
  await deps.limits.consume({ taskByUser: actor.id })
  requireDates(startsOn, dueOn)
  const origin =
    input.comment === undefined ? null : await requireOrigin(deps, { actor, share }, input.comment)
  const id = input._id ?? uuid()
  const { made, notified, news } = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return { made: earlier, notified: [], news: noNews }
    const link = origin && (await lockOrigin(tx, actor, origin))
    // A resolved comment stays resolved, so its task starts as done.
    const status = input.status ?? (link?.comment.status === 'RESOLVED' ? 'DONE' : 'TODO')
    const title = input.title ?? titleOf(link?.comment.message ?? '')
    const { taskSeq } = await requireLocked(tx, workspaceId)
    const same = input._id === undefined ? null : await findRecord(tx, id)
    if (same?.createdBy === actor.id && same.workspaceId === workspaceId)
      return { made: id, notified: [], news: noNews }
    // Numbers are never reused, so fewer numbers mean fewer tasks.
    if (taskSeq >= tasksMax) await requireBelowLimit(tx, workspaceId, 1)
    if (parent !== null) await requireRoomBelow(tx, workspaceId, parent)
    await requirePerson(tx, workspaceId, assignee)
    await requireLabels(tx, workspaceId, labels)
    const number = taskSeq + 1
    await changeWorkspace(tx, workspaceId, { taskSeq: number })
    const rank = await takePlace(tx, { workspaceId, status, id, after })
    const doneAt = status === 'DONE' ? new Date() : null
    const dates = { startsOn, dueOn, doneAt }
    const subRank =
      parent === null ? null : await takeSubPlace(tx, { parentId: parent, id, after: undefined })
    const place = { workspaceId, number, status, rank, parentId: parent, subRank, createdBy: actor.id }
    const linked = link ? { commentId: link.commentId, linkedBy: actor.id } : {}
    const fields = { title, description, assigneeId: assignee, labels, priority }
    const row = { id, ...fields, ...place, ...dates, ...linked }
    if (!(await insertTask(tx, row))) throw new DomainError('CONFLICT')
    const events = [task('created', id), ...parentOf(parent)]
    await note(tx, actor, { workspaceId, taskId: id, kind: 'TASK_CREATED', after: title }, events)
    if (link) await addCropJob(tx, link.commentId)
    const moved = { id, number, workspaceId, linkedBy: actor.id, before: null, after: status }
    const news = link ? await followTask(tx, actor, link, moved) : noNews
    const notified = await tell(tx, actor, { ...assignedTo(title), workspaceId, taskId: id }, [assignee])
    return { made: id, notified, news }
  })
  signalSubject(deps, ofWorkspace(workspaceId))
  signalNews(deps, news)
  signalInboxes(deps, notified)
  return showTask(deps, actor, access, made)
}

/** With the newest of what happened to it. */
export async function getTask(deps: Deps, actor: UserActor, id: string) {
  const access = await requireWorkspace(deps, actor, { taskThere: id })
  const result = await showTask(deps, actor, access, id)
  return {
    result,
    timeline: await readTimeline(deps, actor, access, { task: id }, { limit: timelinePageSize }),
  }
}

const assignedTo = (title: string) =>
  ({ action: 'TASK_ASSIGNED', title: `You were assigned “${title}”` }) as const

/** For the live stream: tasks that still exist, as stored. */
export const readTasks = (deps: Deps, ids: readonly string[]) =>
  ids.length === 0 ? [] : findTasks.rows(deps.db.pool, { ids })

/** Throws CONFLICT if `version` is older than the text. */
export async function updateTask(
  deps: Deps,
  actor: UserActor,
  id: string,
  input: RouteBody<typeof contract.updateTask>,
) {
  const { version, assignee, parent, after, labels, ...rest } = input
  const others = [input.title, input.description, assignee, parent, after, labels, input.priority]
  const isOnlyDates = others.every((one) => one === undefined)
  const access = await requireWorkspace(deps, actor, { task: id })
  await deps.limits.consume({ taskByUser: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const { workspaceId } = access
    await requireLocked(tx, workspaceId)
    const before = await requireRecord(tx, id)
    const isAllowed = canEditTasks(access) || (isOnlyDates && canMoveTask(access, before, actor.id))
    if (!isAllowed) throw forbidden()
    const isWords = input.title !== undefined || input.description !== undefined
    if (isWords && version !== undefined && version !== before.version) throw new DomainError('CONFLICT')
    requireDates(pick(input.startsOn, before.startsOn), pick(input.dueOn, before.dueOn))
    if (assignee !== undefined) await requirePerson(tx, workspaceId, assignee)
    const nextLabels = labels && (await labelsToStore(tx, workspaceId, labels, before.labels))
    const isAdopted = parent !== undefined && parent !== before.parentId
    if (isAdopted) await requireParent(tx, before, parent)
    const parentId = pick(parent, before.parentId)
    const isPlaced = parentId !== null && (isAdopted || after !== undefined)
    await changeTask(tx, id, {
      ...rest,
      labels: nextLabels,
      ...(assignee === undefined ? {} : { assigneeId: assignee }),
      ...(isAdopted ? { parentId, subRank: null } : {}),
      ...(isPlaced ? { subRank: await takeSubPlace(tx, { parentId, id, after }) } : {}),
      ...(isWords ? { version: before.version + 1 } : {}),
    })
    const parents = [...parentOf(before.parentId), ...parentOf(parent ?? null)]
    await addEvents(tx, ofWorkspace(workspaceId), [task('updated', id), ...parents])
    await noteChanges(tx, actor, before, input)
    const isSame = assignee === undefined || assignee === before.assigneeId
    const about = { ...assignedTo(input.title ?? before.title), workspaceId, taskId: id }
    return tell(tx, actor, about, isSame ? [] : [assignee])
  })
  signalSubject(deps, ofWorkspace(access.workspaceId))
  signalInboxes(deps, notified)
  return showTask(deps, actor, access, id)
}

const pick = <T>(next: T | undefined, before: T): T => (next === undefined ? before : next)

async function noteChanges(
  tx: Transaction,
  actor: UserActor,
  before: TaskRecord,
  input: RouteBody<typeof contract.updateTask>,
): Promise<void> {
  const about = { workspaceId: before.workspaceId, taskId: before.id }
  if (input.title !== undefined && input.title !== before.title)
    await note(tx, actor, { ...about, kind: 'TASK_RENAMED', before: before.title, after: input.title })
  if (input.description !== undefined && input.description !== before.description)
    await note(tx, actor, { ...about, kind: 'TASK_DESCRIBED' })
  if (input.assignee !== undefined && input.assignee !== before.assigneeId)
    await note(tx, actor, {
      ...about,
      kind: 'TASK_ASSIGNED',
      before: before.assigneeId,
      after: input.assignee,
    })
  const { labels, priority } = input
  if (priority !== undefined && priority !== before.priority)
    await note(tx, actor, { ...about, kind: 'TASK_PRIORITISED', before: before.priority, after: priority })
  if (labels !== undefined) {
    const [was, is] = await nameLabels(tx, [before.labels, labels])
    if (was !== is) await note(tx, actor, { ...about, kind: 'TASK_LABELLED', before: was, after: is })
  }
  const days = (startsOn: string | null, dueOn: string | null) => `${startsOn ?? ''}/${dueOn ?? ''}`
  const was = days(before.startsOn, before.dueOn)
  const is = days(pick(input.startsOn, before.startsOn), pick(input.dueOn, before.dueOn))
  if (was !== is) await note(tx, actor, { ...about, kind: 'TASK_DATED', before: was, after: is })
}

/** Moves to another column or place; the last move counts. Throws CONFLICT if neither in `from` nor already there. */
export async function changeStatus(
  deps: Deps,
  actor: UserActor,
  id: string,
  { status, after, from }: RouteBody<typeof contract.changeTaskStatus>,
) {
  const access = await requireWorkspace(deps, actor, { task: id })
  await deps.limits.consume({ taskByUser: actor.id })
  const { notified, news } = await withLinks(deps, { task: id }, async (tx, [link], requireSame) => {
    const { workspaceId } = access
    await requireLocked(tx, workspaceId)
    const before = await requireRecord(tx, id)
    if (before.commentId !== (link?.commentId ?? null)) await requireSame()
    if (!canMoveTask(access, before, actor.id)) throw forbidden()
    const isMoved = before.status !== status
    if (isMoved && from !== undefined && from !== before.status) throw new DomainError('CONFLICT')
    if (!isMoved && after === undefined) return { notified: [], news: noNews }
    const rank = await takePlace(tx, { workspaceId, status, id, after })
    const moved = [task('moved', id), ...parentOf(before.parentId)]
    await changeTask(tx, id, { rank, ...statusChange(before, status) })
    const move = { kind: 'TASK_MOVED', before: before.status, after: status } as const
    if (isMoved) await note(tx, actor, { workspaceId, taskId: id, ...move }, moved)
    else await addEvents(tx, ofWorkspace(workspaceId), moved)
    const about = {
      action: 'TASK_DONE',
      title: `“${before.title}” is done`,
      workspaceId,
      taskId: id,
    } as const
    const { number, linkedBy } = before
    const follows = { id, number, workspaceId, linkedBy, before: before.status, after: status }
    const news = link && isMoved ? await followTask(tx, actor, link, follows) : noNews
    const people = isMoved && status === 'DONE' ? [before.createdBy, before.assigneeId] : []
    return { notified: await tell(tx, actor, about, people), news }
  })
  signalNews(deps, news)
  signalSubject(deps, ofWorkspace(access.workspaceId))
  signalInboxes(deps, notified)
  return showTask(deps, actor, access, id)
}

/** Deletes a task with its subtasks; they can be restored together for 24 hours. */
export async function deleteTask(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const { workspaceId } = await requireWorkspace(deps, actor, { task: id }, canEditTasks)
  await deps.limits.consume({ taskByUser: actor.id })
  const news = await withLinks(deps, { branch: id }, async (tx, links) => {
    await requireLocked(tx, workspaceId)
    const before = await requireRecord(tx, id)
    await deleteTaskRows(tx, id, uuid())
    const gone = [task('deleted', id), ...parentOf(before.parentId)]
    await note(tx, actor, { workspaceId, taskId: id, kind: 'TASK_DELETED', before: before.title }, gone)
    return noteLinks(tx, links)
  })
  signalNews(deps, news)
  signalSubject(deps, ofWorkspace(workspaceId))
}

/** Restores its place; without its parent if that is gone or full. Throws INVALID_FIELDS in a full workspace. */
export async function restoreTask(deps: Deps, actor: UserActor, id: string) {
  const access = await requireWorkspace(deps, actor, { task: id }, canEditTasks)
  const { workspaceId } = access
  await deps.limits.consume({ taskByUser: actor.id })
  const news = await withLinks(deps, { deletedWith: id }, async (tx, links, requireSame) => {
    const { taskSeq } = await requireLocked(tx, workspaceId)
    await requireSame()
    const before = await findRecord(tx, id)
    if (!before?.deletionId || !canBeRestored(before)) throw notFound()
    if (before.parentId !== null && !(await canHaveOneMore(tx, before.parentId)))
      await changeTask(tx, id, { parentId: null })
    await dropTaken(tx, before.deletionId)
    const restored = await restoreTaskRows(tx, before.deletionId)
    if (taskSeq > tasksMax) await requireBelowLimit(tx, workspaceId, 0)
    const back = [...restored.map((one) => task('restored', one)), ...parentOf(before.parentId)]
    await note(tx, actor, { workspaceId, taskId: id, kind: 'TASK_RESTORED', after: before.title }, back)
    return catchUp(tx, actor, links)
  })
  signalNews(deps, news)
  signalSubject(deps, ofWorkspace(workspaceId))
  return showTask(deps, actor, access, id)
}

/** Notifies the review's owner that the assignee asks for access. Throws FORBIDDEN for others, CONFLICT without a review. */
export async function askForReview(deps: Deps, actor: UserActor, id: string) {
  const access = await requireWorkspace(deps, actor, { task: id })
  const row = await findTask.first(deps.db.pool, { id })
  if (row?.assigneeId !== actor.id) throw forbidden()
  const { comment } = row
  if (!comment)
    throw new DomainError('CONFLICT', { message: 'The comment this task was created from is gone.' })
  await askForAccess(deps, actor, comment.reviewId)
  return showTask(deps, actor, access, id)
}

/** Throws NOT_FOUND for a task outside this workspace. */
export async function listSubtasks(
  deps: Deps,
  actor: UserActor,
  { workspaceId, taskId }: { workspaceId: string; taskId: string },
  cursor: string | undefined,
) {
  const offset = readOffset(cursor)
  const { role } = await requireWorkspace(deps, actor, { workspace: workspaceId })
  const parent = await findRecord(deps.db.orm, taskId)
  if (!parent || parent.deletedAt || parent.workspaceId !== workspaceId) throw notFound()
  const rows = await listSubtaskRows.rows(deps.db.pool, { workspaceId, taskId })
  const shown = rows.slice(offset).map((row) => ({ ...row, role }))
  return fromOffset(await presentTasks(deps, actor, shown), offset)
}

async function requireRecord(tx: Transaction, id: string): Promise<TaskRecord> {
  const record = await findRecord(tx, id)
  if (!record || record.deletedAt) throw notFound()
  return record
}

/** `more`: tasks not counted yet. */
async function requireBelowLimit(tx: Transaction, workspaceId: string, more: number): Promise<void> {
  if ((await countTasks(tx, workspaceId, null)) + more > tasksMax)
    throw invalidFields({ title: `A workspace can have at most ${tasksMax.toLocaleString('en')} tasks.` })
}

async function requireRoomBelow(tx: Transaction, workspaceId: string, parentId: string): Promise<void> {
  const parent = await findRecord(tx, parentId)
  if (!parent || parent.deletedAt || parent.workspaceId !== workspaceId) throw notFound()
  if (parent.parentId !== null) throw invalidFields({ parent: 'A subtask can’t have subtasks.' })
  if ((await countTasks(tx, workspaceId, parentId)) >= subtasksMax)
    throw invalidFields({ parent: `A task can have at most ${subtasksMax} subtasks.` })
}

async function canHaveOneMore(tx: Transaction, parentId: string): Promise<boolean> {
  const parent = await findRecord(tx, parentId)
  if (!parent || parent.deletedAt || parent.parentId !== null) return false
  return (await countTasks(tx, parent.workspaceId, parentId)) < subtasksMax
}

async function requireParent(tx: Transaction, task: TaskRecord, parentId: string | null): Promise<void> {
  if (parentId === null) return
  if (parentId === task.id) throw invalidFields({ parent: 'A task can’t be its own subtask.' })
  if ((await countTasks(tx, task.workspaceId, task.id)) > 0)
    throw invalidFields({ parent: 'A subtask can’t have subtasks.' })
  await requireRoomBelow(tx, task.workspaceId, parentId)
}

async function requirePerson(tx: Transaction, workspaceId: string, userId: string | null): Promise<void> {
  if (userId === null) return
  const found = await listIn(tx, workspaceId, [userId])
  if (found.length === 0) throw invalidFields({ assignee: notAMember })
}

function requireDates(startsOn: string | null, dueOn: string | null): void {
  if (startsOn !== null && dueOn !== null && dueOn < startsOn)
    throw invalidFields({ dueOn: 'The due date can’t be before the start date.' })
}
