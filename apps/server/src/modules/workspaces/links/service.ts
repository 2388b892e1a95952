import type { CommentStatus } from '@wingmark/contract/comments'
import { taskTitleMax } from '@wingmark/contract/limits'
import type { RouteQuery } from '@wingmark/contract/route'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Subject } from '@wingmark/contract/subjects'
import { type listTaskLinks as listTaskLinksRoute, type Task, TaskTitle } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cut, readIdCursor } from '#server/http/pages'
import type { CommentChange, FileMove, StatusChange } from '#server/module-parts'
import { isAtLeast, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess, roleInReview } from '#server/modules/access/service'
import { ofReview, ofWorkspace } from '#server/modules/access/subjects/policy'
import { canEditTasks } from '#server/modules/access/workspaces/policy'
import { requireWorkspace, roleInWorkspace } from '#server/modules/access/workspaces/service'
import {
  type LockedComment,
  unsafeLockComment,
  unsafeSetStatus,
} from '#server/modules/comments/change/service'
import { canResolve } from '#server/modules/comments/policy'
import { addEvent, addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { addCropJob } from '#server/modules/files/crops/service'
import { commentAfter, stateFor, statusChange, taskAfter } from '#server/modules/workspaces/links/policy'
import {
  findPerson,
  findTaskOf,
  type LinkRow,
  linksBy,
  listDisagreeing,
  listLinks,
  listTasksOfFile,
  takenBack,
  throughTask,
  unlinkGone,
  unlinkTaken,
} from '#server/modules/workspaces/links/store'
import { lockWorkspace } from '#server/modules/workspaces/store'
import { takePlace } from '#server/modules/workspaces/tasks/reorder-tasks'
import { showTask } from '#server/modules/workspaces/tasks/show-task'
import { changeTask, findRecord, type TaskRecord } from '#server/modules/workspaces/tasks/store'
import { parentOf, task } from '#server/modules/workspaces/tasks/task-events'
import { note } from '#server/modules/workspaces/timeline/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'
import { firstId } from '#server/platform/ids'

export type TaskCaller = { actor: UserActor; share: string | null }
type Person = { id: string; name: string }

/** Whom to signal after the commit. */
export type News = { subjects: readonly Subject[]; inboxes: readonly string[] }
export const noNews: News = { subjects: [], inboxes: [] }

export function signalNews(deps: Deps, { subjects, inboxes }: News): void {
  for (const subject of subjects) signalSubject(deps, subject)
  signalInboxes(deps, inboxes)
}

/** A task's comment, locked together with its review. */
export type Link = LinkRow & { comment: LockedComment }

type Whose = { task: string } | { branch: string } | { deletedWith: string }

/** Comments of a task, of a task with its subtasks, or of everything deleted with one. */
function findLinks(db: Parameters<typeof linksBy.task.rows>[0], by: Whose): Promise<LinkRow[]> {
  if ('task' in by) return linksBy.task.rows(db, { id: by.task })
  if ('branch' in by) return linksBy.branch.rows(db, { id: by.branch })
  return linksBy.deletedWith.rows(db, { id: by.deletedWith })
}

class LinksChanged extends Error {}

const linkTries = 5

/**
 * Locks comments, runs `work`; `requireSame`, once the workspace is locked, restarts if links changed. Throws CONFLICT
 * after several tries.
 */
export async function withLinks<T>(
  deps: Deps,
  by: Whose,
  work: (tx: Transaction, links: Link[], requireSame: () => Promise<void>) => Promise<T>,
  triesLeft = linkTries,
): Promise<T> {
  const found = await findLinks(deps.db.pool, by)
  const ids = (links: readonly LinkRow[]) =>
    links.map(({ taskId, commentId }) => `${taskId} ${commentId}`).join()
  try {
    return await deps.db.orm.transaction(async (tx) =>
      work(tx, await lockLinks(tx, found), async () => {
        if (ids(await findLinks(tx, by)) !== ids(found)) throw new LinksChanged()
      }),
    )
  } catch (error) {
    if (!(error instanceof LinksChanged)) throw error
    if (triesLeft <= 1) throw new DomainError('CONFLICT')
    return withLinks(deps, by, work, triesLeft - 1)
  }
}

/** Everyone locks reviews and comments before the workspace. */
async function lockLinks(tx: Transaction, links: readonly LinkRow[]): Promise<Link[]> {
  const locked: Link[] = []
  for (const link of links) {
    const comment = await unsafeLockComment(tx, link.reviewId, link.commentId)
    if (comment && !comment.isDeleted) locked.push({ ...link, comment })
  }
  return locked
}

export type Origin = { commentId: string; access: ReviewAccess }

/** The comment to make a task from. Throws NOT_FOUND for hidden ones. */
export async function requireOrigin(deps: Deps, caller: Caller, commentId: string): Promise<Origin> {
  return { commentId, access: await requireAccess(deps, caller, { comment: commentId }) }
}

/** Throws FORBIDDEN without the right to resolve it, COMMENT_DELETED, CONFLICT if it is a task already. */
export async function lockOrigin(
  tx: Transaction,
  actor: UserActor,
  { commentId, access }: Origin,
): Promise<Omit<Link, 'taskId'>> {
  const { reviewId } = access
  const comment = await unsafeLockComment(tx, reviewId, commentId)
  if (!comment) throw notFound()
  if (!canResolve(access, comment.userId === actor.id)) throw forbidden()
  if (comment.isDeleted) throw new DomainError('COMMENT_DELETED')
  const other = await findTaskOf.first(tx, { comment: commentId })
  if (other?.isInBin) await changeTask(tx, other.id, { commentId: null, linkedBy: null })
  else if (other) {
    const isSeen = (await roleInWorkspace(tx, other.workspaceId, actor.id)) !== null
    throw new DomainError('CONFLICT', {
      message: 'This comment is already a task.',
      ...(isSeen ? { existing: other.id } : {}),
    })
  }
  return { commentId, reviewId, comment }
}

/** The first line of the comment. */
export function titleOf(message: string): string {
  const line = message.split('\n').find((one) => one.trim() !== '') ?? ''
  const title = TaskTitle.safeParse(beginningOf(line.trim(), taskTitleMax))
  return title.success ? title.data : 'Comment'
}

type Moved = {
  id: string
  number: number
  workspaceId: string
  linkedBy: string | null
  before: TaskStatus | null
  after: TaskStatus
}

/** Updates a moved task's comment by the linker's right, or disconnects them without it. Must come last in the transaction. */
export async function followTask(
  tx: Transaction,
  mover: UserActor,
  link: Omit<Link, 'taskId'>,
  { id, number, workspaceId, linkedBy, ...move }: Moved,
): Promise<News> {
  const { reviewId, commentId, comment } = link
  const subjects = await noteLinks(tx, [link])
  const status = commentAfter(move)
  if (linkedBy === null || status === null || status === comment.status) return subjects
  const about = { workspaceId, taskId: id }
  if (!(await mayResolve(tx, link, linkedBy))) {
    await disconnect(tx, mover, about)
    return subjects
  }
  await note(tx, mover, { ...about, kind: noteOf(status), after: throughTask })
  const by = { reviewId, commentId, actor: mover, task: number }
  return { ...subjects, inboxes: await unsafeSetStatus(tx, by, withoutActor(comment, mover), status) }
}

/** Nobody is notified of their own action. */
const withoutActor = (comment: LockedComment, { id }: Person): LockedComment =>
  comment.userId === id ? { ...comment, userId: null } : comment

const noteOf = (status: CommentStatus) => (status === 'RESOLVED' ? 'COMMENT_RESOLVED' : 'COMMENT_REOPENED')

async function mayResolve(
  tx: Transaction,
  { reviewId, comment }: Omit<Link, 'taskId'>,
  userId: string,
): Promise<boolean> {
  const role = await roleInReview(tx, reviewId, userId)
  const via = role === 'OWNER' ? 'owner' : 'member'
  return role !== null && canResolve({ role, via }, comment.userId === userId)
}

async function disconnect(
  tx: Transaction,
  actor: Person,
  about: { workspaceId: string; taskId: string },
  after: typeof takenBack | null = null,
): Promise<void> {
  await changeTask(tx, about.taskId, { linkedBy: null })
  await note(tx, actor, { ...about, kind: 'COMMENT_DISCONNECTED', after }, [task('updated', about.taskId)])
}

/** Signals viewers of the comments that their tasks changed. */
export async function noteLinks(tx: Transaction, links: readonly Omit<Link, 'taskId'>[]): Promise<News> {
  for (const { reviewId, commentId, comment } of links)
    await addEvent(tx, ofReview(reviewId), {
      event: 'comment.task',
      targetId: commentId,
      parentId: comment.fileId,
    })
  return { subjects: links.map(({ reviewId }) => ofReview(reviewId)), inboxes: [] }
}

/** Moves a comment's task in the transaction that resolves or reopens the comment. */
export async function followComment(tx: Transaction, change: StatusChange): Promise<Subject[]> {
  const found = await findTaskOf.first(tx, { comment: change.commentId })
  if (!found || found.isInBin) return []
  await lockWorkspace(tx, found.workspaceId)
  const record = await findRecord(tx, found.id)
  return record && !record.deletedAt ? follow(tx, record, change) : []
}

/** A task shows its comment's place while that exists. */
export async function notifyOfComment(
  tx: Transaction,
  { commentId, change }: CommentChange,
): Promise<Subject[]> {
  const found = await findTaskOf.first(tx, { comment: commentId })
  if (!found || found.isInBin) return []
  if (change === 'MOVED') await addCropJob(tx, commentId)
  await addEvent(tx, ofWorkspace(found.workspaceId), task('updated', found.id))
  return [ofWorkspace(found.workspaceId)]
}

/** Tasks lose and regain the comments of what is removed and restored. */
export async function notifyOfMove(tx: Transaction, { file, version }: FileMove): Promise<Subject[]> {
  const of = { files: version ? [file, version.into] : [file], version: version?.number ?? null }
  const byWorkspace = Map.groupBy(await listTasksOfFile.rows(tx, of), (one) => one.workspaceId)
  for (const [id, tasks] of byWorkspace)
    await addEvents(
      tx,
      ofWorkspace(id),
      tasks.map((one) => task('updated', one.id)),
    )
  return [...byWorkspace.keys()].map(ofWorkspace)
}

type Followed = Pick<StatusChange, 'reviewId' | 'commentId' | 'comment' | 'status'> & { actor: Person | null }

/** `actor` null: no particular person, so it names the person who linked them. */
async function follow(tx: Transaction, record: TaskRecord, change: Followed): Promise<Subject[]> {
  const { id, workspaceId, linkedBy } = record
  const status = taskAfter(record, change.status)
  if (linkedBy === null || status === null) return []
  const { subjects } = await noteLinks(tx, [change])
  const linker = await findPerson.first(tx, { id: linkedBy })
  // Someone who resolves in the review may be unknown in the workspace.
  const isKnown = change.actor && (await roleInWorkspace(tx, workspaceId, change.actor.id)) !== null
  const actor = (isKnown ? change.actor : linker) ?? linker
  if (!actor) return []
  const role = await roleInWorkspace(tx, workspaceId, linkedBy)
  if (role !== null && isAtLeast({ role }, 'EDITOR')) {
    const rank = await takePlace(tx, { workspaceId, status, id, after: undefined })
    await changeTask(tx, id, { rank, ...statusChange(record, status) })
    const about = { workspaceId, taskId: id }
    await note(tx, actor, { ...about, kind: noteOf(change.status) })
    const move = { kind: 'TASK_MOVED', before: record.status, after: status } as const
    await note(tx, actor, { ...about, ...move }, [task('moved', id), ...parentOf(record.parentId)])
  } else await disconnect(tx, actor, { workspaceId, taskId: id })
  return [...subjects, ofWorkspace(workspaceId)]
}

/** For tasks about to be restored: another task may have taken their comment. */
export const dropTaken = unlinkTaken

/** Moves restored tasks to their comments' current status. */
export async function catchUp(tx: Transaction, actor: UserActor, links: readonly Link[]): Promise<News> {
  const subjects: Subject[] = []
  for (const link of links) {
    const record = await findRecord(tx, link.taskId)
    if (record?.commentId !== link.commentId) continue
    subjects.push(...(await noteLinks(tx, [link])).subjects)
    subjects.push(...(await follow(tx, record, { ...link, status: link.comment.status, actor })))
  }
  return { subjects, inboxes: [] }
}

/** By the caller's right from now on. Throws NOT_FOUND for hidden reviews, FORBIDDEN, CONFLICT without the comment. */
export function connectTask(deps: Deps, caller: TaskCaller, id: string): Promise<Task> {
  const { actor } = caller
  return changeLink(deps, caller, id, async (tx, link, { workspaceId, number, status }) => {
    await changeTask(tx, id, { linkedBy: actor.id })
    const about = { workspaceId, taskId: id, kind: 'COMMENT_CONNECTED' } as const
    await note(tx, actor, about, [task('updated', id)])
    const move = { before: status, after: status }
    return followTask(tx, actor, link, { id, number, workspaceId, linkedBy: actor.id, ...move })
  })
}

/** Undoes `connectTask`; `status`: the comment's before. Throws the same, and CONFLICT for someone else's connection. */
export function disconnectTask(
  deps: Deps,
  caller: TaskCaller,
  id: string,
  status: CommentStatus | undefined,
): Promise<Task> {
  const { actor } = caller
  return changeLink(deps, caller, id, async (tx, link, { workspaceId, linkedBy }) => {
    if (linkedBy !== actor.id)
      throw new DomainError('CONFLICT', { message: 'They are no longer connected by you.' })
    await disconnect(tx, actor, { workspaceId, taskId: id }, takenBack)
    const news = await noteLinks(tx, [link])
    const { reviewId, commentId, comment } = link
    if (status === undefined || status === comment.status) return news
    await note(tx, actor, { workspaceId, taskId: id, kind: noteOf(status) })
    const by = { reviewId, commentId, actor }
    return { ...news, inboxes: await unsafeSetStatus(tx, by, withoutActor(comment, actor), status) }
  })
}

type LinkChange = (tx: Transaction, link: Link, record: TaskRecord) => Promise<News>

/** Requires the right to edit the task and resolve its comment. */
async function changeLink(deps: Deps, caller: TaskCaller, id: string, change: LinkChange): Promise<Task> {
  const { actor } = caller
  const workspace = await requireWorkspace(deps, actor, { task: id }, canEditTasks)
  const { workspaceId } = workspace
  await deps.limits.consume({ taskByUser: actor.id })
  const found = await findLinks(deps.db.pool, { task: id })
  const [row] = found
  if (!row) throw new DomainError('CONFLICT', { message: 'There is no comment to connect it to.' })
  const access = await requireAccess(deps, caller, { review: row.reviewId })
  const news = await deps.db.orm.transaction(async (tx) => {
    const [link] = await lockLinks(tx, found)
    await lockWorkspace(tx, workspaceId)
    const record = await findRecord(tx, id)
    if (!link || !record || record.deletedAt) throw notFound()
    if (!canResolve(access, link.comment.userId === actor.id)) throw forbidden()
    return change(tx, link, record)
  })
  signalSubject(deps, ofWorkspace(workspaceId))
  signalNews(deps, news)
  return showTask(deps, actor, workspace, id)
}

/** Progress of the tasks made from a file's or review's comments; the cursor is the previous page's last comment. */
export async function listTaskLinks(
  deps: Deps,
  caller: Caller,
  of: { file: string } | { review: string },
  { cursor, limit }: RouteQuery<typeof listTaskLinksRoute>,
) {
  const after = readIdCursor(cursor) ?? firstId
  await requireAccess(deps, caller, of)
  const user = caller.actor.kind === 'user' ? caller.actor.id : null
  const asked = { user, after, limit: limit + 1 }
  const { pool } = deps.db
  const rows = await ('file' in of
    ? listLinks.file.rows(pool, { ...asked, id: of.file })
    : listLinks.review.rows(pool, { ...asked, id: of.review }))
  const { shown, nextCursor } = cut(rows, limit, ({ comment }) => comment)
  const results = shown.map(({ comment, taskId, workspaceId, isIn, ...task }) => ({
    comment,
    state: stateFor(task.status),
    task: isIn ? { _id: taskId, workspace: workspaceId, ...task } : null,
  }))
  return { results, nextCursor }
}

const checkedAtOnce = 1_000

/** Nightly: moves tasks that disagree with their comment, and logs it. */
export async function checkLinks(deps: Deps): Promise<void> {
  await unlinkGone(deps.db.orm)
  for (const row of await listDisagreeing.rows(deps.db.pool, { limit: checkedAtOnce })) {
    const subjects = await deps.db.orm.transaction(async (tx) => {
      const [link] = await lockLinks(tx, [row])
      const unlocked = await findRecord(tx, row.taskId)
      if (!link || !unlocked) return []
      await lockWorkspace(tx, unlocked.workspaceId)
      const locked = await findRecord(tx, row.taskId)
      if (!locked || locked.deletedAt) return []
      return follow(tx, locked, { ...link, status: link.comment.status, actor: null })
    })
    if (subjects.length > 0) deps.log.warn({ taskId: row.taskId }, 'a task disagreed with its comment')
    signalNews(deps, { subjects, inboxes: [] })
  }
}
