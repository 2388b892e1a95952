import type { ReactionKind, Reactions } from '@wingmark/contract/comments'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { canComment } from '#server/modules/access/policy'
import { requireAbility, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { lockComment } from '#server/modules/comments/change/store'
import { writerOf } from '#server/modules/comments/content/service'
import { presentReactions } from '#server/modules/comments/present'
import { addReaction, removeReaction, type Subject } from '#server/modules/comments/reactions/store'
import { lockReply } from '#server/modules/comments/replies/store'
import { readComments, readReplies } from '#server/modules/comments/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { DomainError, notFound } from '#server/platform/domain-error'

export {
  exportReactions,
  exportReactionsOfOthers,
  unverifiedReactions,
} from '#server/modules/comments/reactions/store'

type Wanted = { kind: ReactionKind; isOn: boolean }

/** Idempotent. Throws NOT_FOUND, FORBIDDEN, COMMENT_DELETED, CONFLICT when there are too many. */
export async function reactToComment(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  wanted: Wanted,
): Promise<Reactions> {
  const { reviewId } = await requireAbility(deps, caller, { comment: id }, canComment)
  await deps.limits.consumeWord(caller.actor.id, reviewId)
  const isChanged = await deps.db.orm.transaction(async (tx) => {
    const comment = await lockComment(tx, reviewId, id)
    if (!comment) throw notFound()
    if (comment.isDeleted) throw new DomainError('COMMENT_DELETED')
    if (!(await put(tx, caller, { comment: id, reply: null }, wanted))) return false
    const about = { targetId: id, parentId: comment.fileId }
    await addEvent(tx, ofReview(reviewId), { event: 'comment.reactions', ...about })
    return true
  })
  if (isChanged) signalSubject(deps, ofReview(reviewId))
  return present(await readComments(deps, [id]), caller)
}

/** Like `reactToComment`, for a reply. */
export async function reactToReply(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  wanted: Wanted,
): Promise<Reactions> {
  const { reviewId } = await requireAbility(deps, caller, { reply: id }, canComment)
  await deps.limits.consumeWord(caller.actor.id, reviewId)
  const isChanged = await deps.db.orm.transaction(async (tx) => {
    const reply = await lockReply(tx, reviewId, id)
    if (!reply) throw notFound()
    if (!(await put(tx, caller, { comment: reply.commentId, reply: id }, wanted))) return false
    const about = { targetId: id, parentId: reply.commentId }
    await addEvent(tx, ofReview(reviewId), { event: 'reply.reactions', ...about })
    return true
  })
  if (isChanged) signalSubject(deps, ofReview(reviewId))
  return present(await readReplies(deps, [id]), caller)
}

async function put(
  tx: Transaction,
  { actor }: WriterCaller,
  subject: Subject,
  { kind, isOn }: Wanted,
): Promise<boolean> {
  const reaction = { ...subject, kind, ...writerOf(actor) }
  if (!isOn) return removeReaction(tx, reaction)
  const { isFull, isChanged } = await addReaction(tx, { ...reaction, id: uuid() })
  if (isFull)
    throw new DomainError('CONFLICT', { message: 'This message has reached its limit of reactions.' })
  return isChanged
}

function present([stored]: Parameters<typeof presentReactions>[0][], { actor }: WriterCaller): Reactions {
  if (!stored) throw notFound()
  return presentReactions(stored, actor)
}
