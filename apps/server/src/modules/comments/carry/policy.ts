import type { UserActor, WriterActor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { canResolve, isWriter } from '#server/modules/comments/policy'
import { DomainError, forbidden } from '#server/platform/domain-error'

/** What someone decided before, and when. */
export type Decision = { userId: string | null; name: string | null; decidedAt: Date }

/** Refuses a caller who has not seen what someone else decided. `seen`: when the decision was made that they saw. */
export function requireSeen(
  made: Decision | null,
  actor: Pick<UserActor, 'id'>,
  seen: string | null | undefined,
): void {
  if (!made || made.userId === actor.id || made.decidedAt.toISOString() === seen) return
  throw decidedBy(made)
}

export function decidedBy({ userId, name }: Pick<Decision, 'userId' | 'name'>): DomainError {
  if (userId === null || name === null) return new DomainError('DECIDED')
  return new DomainError('DECIDED', {
    message: `${name} decided this first.`,
    decidedBy: { _id: userId, name },
  })
}

/** Who may resolve a comment decides about its pin; guests never do. Throws FORBIDDEN. */
export function requireDecider(
  access: ReviewAccess,
  comment: { userId: string | null; guestId: string | null },
  actor: WriterActor,
): UserActor {
  if (actor.kind !== 'user' || !canResolve(access, isWriter(comment, actor))) throw forbidden()
  return actor
}
