import { isDeepStrictEqual } from 'node:util'
import type { Comment, CommentStatus, EditCommentBody, Marker } from '@wingmark/contract/comments'
import type { Subject } from '@wingmark/contract/subjects'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import type { CommentChange, StatusChange } from '#server/module-parts'
import { canComment, type ReviewAccess } from '#server/modules/access/policy'
import { requireAbility, requireAccess, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { requestCarryOf } from '#server/modules/comments/carry/request/store'
import {
  buryComment,
  type LockedComment,
  lockComment,
  removeThread,
  setStatus,
  settleLastSaid,
  updateCommentRow,
} from '#server/modules/comments/change/store'
import {
  distinct,
  hasChanges,
  isSaidAlready,
  noSuchPage,
  nothingToSay,
  releaseAttachments,
  replaceAttachments,
  requireMembers,
} from '#server/modules/comments/content/service'
import { inviteMentioned } from '#server/modules/comments/mentionable/service'
import { notifyMentioned, notifyResolved } from '#server/modules/comments/notices/service'
import { commentAbilities, isWriter } from '#server/modules/comments/policy'
import { presentComment } from '#server/modules/comments/present'
import { parseComment } from '#server/modules/comments/service'
import { findComments } from '#server/modules/comments/store'
import { addEvent, signalInboxes, signalSubject } from '#server/modules/events/service'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

/** Throws NOT_FOUND, FORBIDDEN, COMMENT_DELETED, CONFLICT if the text changed meanwhile, INVALID_FIELDS. */
export async function editComment(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  body: EditCommentBody,
): Promise<Comment> {
  const { actor } = caller
  const access = await requireAbility(deps, caller, { comment: id }, canComment)
  const { reviewId } = access
  await deps.limits.consumeWord(actor.id, reviewId)
  await inviteMentioned(deps, actor, access, body.mentions ?? [])
  const notified = await deps.db.orm.transaction(async (tx) => {
    const comment = await lockOrThrow(tx, reviewId, id)
    if (!isWriter(comment, actor)) throw forbidden()
    if (comment.isDeleted) throw new DomainError('COMMENT_DELETED')
    if (isSaidAlready(comment, body)) return null
    const change = changeOf(comment, body)
    const added = change.mentions.filter((one) => !comment.mentions.includes(one))
    await requireMembers(tx, reviewId, added, actor)
    const count = await replaceAttachments(tx, { reviewId, parent: { commentId: id }, actor }, body.files)
    if (change.message === '' && count === 0) throw nothingToSay()
    if (!hasChanges(body)) return null
    await updateCommentRow(tx, id, change)
    await addEvent(tx, ofReview(reviewId), {
      event: 'comment.updated',
      targetId: id,
      parentId: comment.fileId,
    })
    const followed = isMoved(comment, change) ? await followChange(deps, tx, id, 'MOVED') : []
    return { inboxes: await notifyMentioned(tx, { reviewId, commentId: id, actor }, added), followed }
  })
  if (notified) for (const subject of [ofReview(reviewId), ...notified.followed]) signalSubject(deps, subject)
  signalInboxes(deps, notified?.inboxes ?? [])
  return presentStored(deps, access, actor, id)
}

/** Authors delete their own, moderators anyone's. A comment with replies stays, empty, so that they remain readable. */
export async function deleteComment(deps: Deps, caller: WriterCaller, id: string): Promise<void> {
  const access = await requireAccess(deps, caller, { comment: id })
  const { reviewId } = access
  const followed = await deps.db.orm.transaction(async (tx) => {
    const comment = await lockOrThrow(tx, reviewId, id)
    const isOwn = isWriter(comment, caller.actor)
    if (!commentAbilities(access, { isOwn, isDeleted: false }).delete) throw forbidden()
    if (comment.isDeleted) throw new DomainError('COMMENT_DELETED')
    await releaseAttachments(tx, { commentId: id })
    const hasReplies = comment.replyCount > 0
    if (hasReplies) await buryComment(tx, id)
    else await removeThread(tx, id)
    if (comment.isLastSaid) await settleLastSaid(tx, comment.fileId)
    await addEvent(tx, ofReview(reviewId), {
      event: hasReplies ? 'comment.updated' : 'comment.deleted',
      targetId: id,
      parentId: comment.fileId,
    })
    return followChange(deps, tx, id, 'DELETED')
  })
  for (const subject of [ofReview(reviewId), ...followed]) signalSubject(deps, subject)
}

/** Resolves or reopens; idempotent. */
export async function changeStatus(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  status: CommentStatus,
): Promise<Comment> {
  const { actor } = caller
  const access = await requireAccess(deps, caller, { comment: id })
  const { reviewId } = access
  await deps.limits.consume({ statusByWriter: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const comment = await lockOrThrow(tx, reviewId, id)
    const { resolve } = commentAbilities(access, {
      isOwn: isWriter(comment, actor),
      isDeleted: comment.isDeleted,
    })
    if (!resolve) throw forbidden()
    return unsafeChangeStatus(deps, tx, { reviewId, commentId: id, actor }, comment, status)
  })
  for (const subject of [ofReview(reviewId), ...notified.followed]) signalSubject(deps, subject)
  signalInboxes(deps, notified.inboxes)
  return presentStored(deps, access, actor, id)
}

/** Resolves or reopens a locked comment, and what follows it. Must come last. Returns whom to signal. Checks no permission. */
export async function unsafeChangeStatus(
  deps: Deps,
  tx: Transaction,
  about: About & { actor: WriterActor },
  comment: LockedComment,
  status: CommentStatus,
): Promise<{ inboxes: string[]; followed: Subject[] }> {
  if (comment.status === status) return { inboxes: [], followed: [] }
  const { reviewId, commentId, actor } = about
  await putStatus(tx, about, comment, status)
  const followed = await follow(deps, tx, { reviewId, commentId, comment, status, actor })
  return { followed, inboxes: await sendStatus(tx, about, comment, status) }
}

type About = {
  reviewId: string
  commentId: string
  actor: Pick<WriterActor, 'kind' | 'id' | 'name'>
  /** The number of the task that resolves it. */
  task?: number | null
  /** The version that it was accepted as fixed in. */
  version?: number | null
}

async function putStatus(
  tx: Transaction,
  { reviewId, commentId, actor, task = null, version = null }: About,
  { fileId }: LockedComment,
  status: CommentStatus,
): Promise<void> {
  const isResolved = status === 'RESOLVED'
  const resolvedBy = isResolved && actor.kind === 'user' ? actor.id : null
  const resolved = { resolvedTask: isResolved ? task : null, resolvedVersion: isResolved ? version : null }
  await setStatus(tx, commentId, status, { resolvedBy, ...resolved })
  if (!isResolved) await requestCarryOf(tx, commentId)
  const event = { event: 'comment.status', targetId: commentId, parentId: fileId } as const
  await addEvent(tx, ofReview(reviewId), event)
}

/** Must come last in the transaction; returns whose inboxes to signal. */
async function sendStatus(
  tx: Transaction,
  about: About,
  comment: LockedComment,
  status: CommentStatus,
): Promise<string[]> {
  return status === 'RESOLVED' ? notifyResolved(tx, about, comment.userId) : []
}

async function follow(
  deps: Deps,
  tx: Transaction,
  { actor, ...change }: Omit<StatusChange, 'actor'> & { actor: WriterActor },
): Promise<Subject[]> {
  if (actor.kind !== 'user') return []
  const subjects: Subject[] = []
  for (const listen of deps.parts.on['comment.status'])
    subjects.push(...(await listen(tx, { ...change, actor })))
  return subjects
}

async function followChange(
  deps: Deps,
  tx: Transaction,
  commentId: string,
  change: CommentChange['change'],
): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const listen of deps.parts.on['comment.changed'])
    subjects.push(...(await listen(tx, { commentId, change })))
  return subjects
}

const isMoved = (comment: LockedComment, { marker }: { marker: Marker | null }) =>
  marker !== null && !isDeepStrictEqual(marker, comment.marker)

/** Locks review and comment, for modules whose data follows it; null if gone. Checks no permission. */
export const unsafeLockComment = lockComment
export type { LockedComment }

/** Must come last in the caller's transaction; returns whose inboxes to signal. Checks no permission. */
export async function unsafeSetStatus(
  tx: Transaction,
  about: About,
  comment: LockedComment,
  status: CommentStatus,
): Promise<string[]> {
  if (comment.status === status) return []
  await putStatus(tx, about, comment, status)
  return sendStatus(tx, about, comment, status)
}

function changeOf(comment: LockedComment, body: EditCommentBody) {
  return {
    message: body.message ?? comment.message,
    marker: comment.type === 'MARKED' ? markerOf(comment, body.marker) : null,
    mentions: body.mentions ? distinct(body.mentions) : comment.mentions,
    // A moved mark does not count as an edit.
    isReworded: [body.message, body.files, body.mentions].some((value) => value !== undefined),
  }
}

function markerOf(comment: LockedComment, marker: Marker | null | undefined): Marker | null {
  if (marker === undefined) return comment.marker
  if (marker === null) throw invalidFields({ marker: 'Choose a place on the design.' })
  if (comment.pages !== null && marker.page > comment.pages) throw noSuchPage(comment.pages)
  return marker
}

async function lockOrThrow(tx: Transaction, reviewId: string, id: string): Promise<LockedComment> {
  const comment = await lockComment(tx, reviewId, id)
  if (!comment) throw notFound()
  return comment
}

async function presentStored(
  deps: Deps,
  access: ReviewAccess,
  actor: WriterActor,
  id: string,
): Promise<Comment> {
  const [stored] = await findComments(deps.db, [id], 'whole')
  if (!stored) throw notFound()
  return presentComment(deps, parseComment(stored.item), access, actor)
}
