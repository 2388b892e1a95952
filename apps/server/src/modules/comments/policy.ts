import type { Author, Comment, Reply } from '@wingmark/contract/comments'
import type { Actor, WriterActor } from '#server/http/actor'
import { canComment, canModerate, canResolveOwn, type ReviewAccess } from '#server/modules/access/policy'

/** Whether the actor wrote it. */
export function isAuthor(author: Pick<Author, 'kind' | '_id'>, actor: Actor): boolean {
  if (actor.kind === 'visitor') return false
  return actor.id === author._id && (actor.kind === 'user') === (author.kind === 'USER')
}

/** Like `isAuthor`, for a row. */
export const isWriter = (
  said: { userId: string | null; guestId: string | null },
  actor: WriterActor,
): boolean => (actor.kind === 'user' ? said.userId : said.guestId) === actor.id

/** Resolve and reopen a comment. */
export const canResolve = (access: Pick<ReviewAccess, 'role' | 'via'>, isOwn: boolean): boolean =>
  canModerate(access) || (isOwn && canResolveOwn(access))

/** A deleted comment can still be resolved: its replies may need action. */
export function commentAbilities(
  access: ReviewAccess,
  comment: { isOwn: boolean; isDeleted: boolean },
): Comment['can'] {
  const { isOwn, isDeleted } = comment
  const mayWrite = canComment(access) && !isDeleted
  return {
    edit: isOwn && mayWrite,
    delete: !isDeleted && ((isOwn && mayWrite) || canModerate(access)),
    resolve: canResolve(access, isOwn),
    reply: mayWrite,
    react: mayWrite,
  }
}

export function replyAbilities(access: ReviewAccess, reply: { isOwn: boolean }): Reply['can'] {
  const mayChangeOwn = reply.isOwn && canComment(access)
  return { edit: mayChangeOwn, delete: mayChangeOwn || canModerate(access), react: canComment(access) }
}
