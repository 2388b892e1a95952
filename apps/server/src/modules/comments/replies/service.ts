import type { CreateReplyBody, EditReplyBody, Reply } from '@wingmark/contract/comments'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import { canComment, canModerate, type ReviewAccess } from '#server/modules/access/policy'
import { requireAbility, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { removeThread, settleLastSaid } from '#server/modules/comments/change/store'
import {
  attachmentsMissing,
  distinct,
  findMade,
  hasChanges,
  isSaidAlready,
  mentionsUnknown,
  nothingToSay,
  releaseAttachments,
  replaceAttachments,
  requireMembers,
  writerOf,
} from '#server/modules/comments/content/service'
import { inviteMentioned } from '#server/modules/comments/mentionable/service'
import { notifyMentioned } from '#server/modules/comments/notices/service'
import { isWriter } from '#server/modules/comments/policy'
import { presentReply } from '#server/modules/comments/present'
import {
  deleteReplyRow,
  insertReply,
  type LockedReply,
  lockReply,
  updateReplyRow,
} from '#server/modules/comments/replies/store'
import { parseReply } from '#server/modules/comments/service'
import { findReplies } from '#server/modules/comments/store'
import { addEvent, addEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'

/** Throws NOT_FOUND, FORBIDDEN, COMMENT_DELETED, INVALID_FIELDS for missing files or mentions. */
export async function createReply(
  deps: Deps,
  caller: WriterCaller,
  body: CreateReplyBody,
  key: string | null,
): Promise<Reply> {
  const { actor } = caller
  const access = await requireAbility(deps, caller, { comment: body.comment }, canComment)
  await deps.limits.consumeWord(actor.id, access.reviewId)
  const made = await make(deps, actor, access, body, key)
  return presentReply(deps, parseReply(made), access, actor)
}

async function make(
  deps: Deps,
  actor: WriterActor,
  access: ReviewAccess,
  body: CreateReplyBody,
  key: string | null,
): Promise<string> {
  const outcome = await insertReply(deps.db, {
    id: uuid(),
    review: access.reviewId,
    comment: body.comment,
    message: body.message,
    files: distinct(body.files),
    mentions: distinct(body.mentions),
    ...writerOf(actor),
    link: access.link?.id ?? null,
    actor: actor.id,
    authorName: actor.name,
    key,
  })
  if (outcome?.item) {
    signalSubject(deps, ofReview(access.reviewId))
    signalInboxes(deps, outcome.notified)
    return outcome.item
  }
  const earlier = await findMade(deps, { actor, key, parent: body.comment }, findReplies)
  if (earlier !== null) return earlier
  if (!outcome) throw notFound()
  if (outcome.isDeleted) throw new DomainError('COMMENT_DELETED')
  if (outcome.isFull) {
    throw new DomainError('CONFLICT', { message: 'This thread is full. Please start a new comment.' })
  }
  if (!outcome.hasFiles) throw attachmentsMissing()
  if (await inviteMentioned(deps, actor, access, body.mentions)) return make(deps, actor, access, body, key)
  throw mentionsUnknown()
}

/** Like `editComment`. */
export async function editReply(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  body: EditReplyBody,
): Promise<Reply> {
  const { actor } = caller
  const access = await requireAbility(deps, caller, { reply: id }, canComment)
  const { reviewId } = access
  await deps.limits.consumeWord(actor.id, reviewId)
  await inviteMentioned(deps, actor, access, body.mentions ?? [])
  const notified = await deps.db.orm.transaction(async (tx) => {
    const reply = await lockOrThrow(tx, reviewId, id)
    if (!isWriter(reply, actor)) throw forbidden()
    if (isSaidAlready(reply, body)) return null
    const message = body.message ?? reply.message
    const mentions = body.mentions ? distinct(body.mentions) : reply.mentions
    const added = mentions.filter((one) => !reply.mentions.includes(one))
    await requireMembers(tx, reviewId, added, actor)
    const count = await replaceAttachments(tx, { reviewId, parent: { replyId: id }, actor }, body.files)
    if (message === '' && count === 0) throw nothingToSay()
    if (!hasChanges(body)) return null
    await updateReplyRow(tx, id, { message, mentions })
    await addEvent(tx, ofReview(reviewId), {
      event: 'reply.updated',
      targetId: id,
      parentId: reply.commentId,
    })
    return notifyMentioned(tx, { reviewId, commentId: reply.commentId, actor }, added)
  })
  if (notified) signalSubject(deps, ofReview(reviewId))
  signalInboxes(deps, notified ?? [])
  const [stored] = await findReplies(deps.db, [id], 'whole')
  if (!stored) throw notFound()
  return presentReply(deps, parseReply(stored.item), access, actor)
}

/** Authors delete their own, moderators anyone's. The last reply takes what is left of a deleted comment with it. */
export async function deleteReply(deps: Deps, caller: WriterCaller, id: string): Promise<void> {
  const access = await requireAbility(deps, caller, { reply: id }, canComment)
  const { reviewId } = access
  await deps.db.orm.transaction(async (tx) => {
    const reply = await lockOrThrow(tx, reviewId, id)
    if (!isWriter(reply, caller.actor) && !canModerate(access)) throw forbidden()
    await releaseAttachments(tx, { replyId: id })
    await deleteReplyRow(tx, id, reply.commentId)
    const isLast = reply.isDeleted && reply.replyCount === 1
    if (isLast) await removeThread(tx, reply.commentId)
    if (reply.isLastSaid) await settleLastSaid(tx, reply.fileId)
    await addEvents(tx, ofReview(reviewId), [
      { event: 'reply.deleted', targetId: id, parentId: reply.commentId },
      ...(isLast
        ? [{ event: 'comment.deleted' as const, targetId: reply.commentId, parentId: reply.fileId }]
        : []),
    ])
  })
  signalSubject(deps, ofReview(reviewId))
}

async function lockOrThrow(tx: Transaction, reviewId: string, id: string): Promise<LockedReply> {
  const reply = await lockReply(tx, reviewId, id)
  if (!reply) throw notFound()
  return reply
}
