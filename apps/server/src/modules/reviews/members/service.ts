import type { MemberList } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canShareReview, isMember } from '#server/modules/access/policy'
import { isStillOpen, requireAbility, type UserCaller, verifyToJoin } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import * as members from '#server/modules/members/service'
import { presentClosing } from '#server/modules/reviews/links/present'
import { lockLink } from '#server/modules/reviews/links/store'
import { membershipOf } from '#server/modules/reviews/members/membership'
import { listRequests } from '#server/modules/reviews/requests/service'
import { lockReview } from '#server/modules/reviews/store'
import { DomainError } from '#server/platform/domain-error'

/** For members only; people with a link see nobody. */
export async function listMembers(deps: Deps, caller: UserCaller, reviewId: string): Promise<MemberList> {
  const { actor } = caller
  const access = await requireAbility(deps, caller, { review: reviewId }, isMember)
  const [list, requests] = await Promise.all([
    members.listMembers(deps, membershipOf(reviewId), { actor, role: access.role }),
    canShareReview(access) ? listRequests(deps, actor, reviewId) : undefined,
  ])
  return { ...list, ...(requests ? { requests } : {}) }
}

/** OWNER transfers the review with its files. Throws INVALID_FIELDS if it would have no owner. */
export async function changeMemberRole(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  memberId: string,
  role: MemberRole,
): Promise<MemberList & { plainAddressClosed?: true }> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  await deps.limits.consume({ reviewByUser: caller.actor.id })
  const outcome = { hasClosed: false }
  await members.changeRole(deps, membershipOf(reviewId, outcome), caller.actor, { memberId, role })
  return { ...(await listMembers(deps, caller, reviewId)), ...presentClosing(outcome.hasClosed) }
}

/** The owner removes anyone else; everyone else may leave. Returns whether it closed the plain address. */
export async function removeMember(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  memberId: string,
): Promise<boolean> {
  const isLeaving = memberId === caller.actor.id
  await requireAbility(deps, caller, { review: reviewId }, isLeaving ? isMember : canShareReview)
  const outcome = { hasClosed: false }
  await members.removeMember(deps, membershipOf(reviewId, outcome), caller.actor, memberId)
  return outcome.hasClosed
}

/** Throws INVALID_ACCESS_KEY for an invalid link, GONE for an expired one, INVALID_FIELDS where the review is full. */
export async function joinReview(
  deps: Deps,
  input: { actor: UserActor; ip: string; shareCode: string; accessKey: string | null },
): Promise<{ _id: string; role: MemberRole }> {
  const { facts, role, isNew } = await verifyToJoin(deps, input)
  const { reviewId, link } = facts
  if (!isNew || role === 'OWNER') return { _id: reviewId, role }
  const { actor } = input
  const subject = ofReview(reviewId)
  await deps.db.orm.transaction(async (tx) => {
    await lockReview(tx, reviewId)
    await lockLink(tx, reviewId, link.id)
    if (!(await members.addMemberRow(tx, subject, actor.id, role))) return
    // Judging a key takes time; access that ended meanwhile makes no members. Both rows are locked from here on.
    if (!(await isStillOpen(deps, facts))) throw new DomainError('INVALID_ACCESS_KEY')
    await members.requireRoom(
      tx,
      membershipOf(reviewId),
      await members.countPending(tx, subject),
      'shareCode',
    )
    await recordActivity(tx, { subject, actor, action: 'JOINED', link: link.id, after: role })
    await addEvent(tx, subject, { event: 'review.updated', targetId: reviewId })
  })
  signalSubject(deps, subject)
  return { _id: reviewId, role }
}
