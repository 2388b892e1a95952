import { type MemberList, needsOwner } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { isAtLeast, rolesToInvite } from '#server/modules/access/policy'
import { type Caller, isStillOpen, proveToJoin, requireAbility } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, wakeSubject } from '#server/modules/events/service'
import { unsafeChangeOwner } from '#server/modules/files/change-owner/service'
import { presentInvitation } from '#server/modules/reviews/invitations/present'
import { listPending, revokeAround } from '#server/modules/reviews/invitations/store'
import { presentClosing } from '#server/modules/reviews/links/present'
import { closePlainAddress } from '#server/modules/reviews/links/service'
import { lockLink } from '#server/modules/reviews/links/store'
import { canChangeRoles, canSeeMembers } from '#server/modules/reviews/members/policy'
import { presentMember } from '#server/modules/reviews/members/present'
import {
  addMemberRow,
  deleteMember,
  listMemberRows,
  lockMember,
  putMember,
  updateOwner,
} from '#server/modules/reviews/members/store'
import { lockReview } from '#server/modules/reviews/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

type UserCaller = Caller & { actor: UserActor }

/** For members only; who came by a link learns of nobody. */
export async function listMembers(deps: Deps, caller: UserCaller, reviewId: string): Promise<MemberList> {
  const access = await requireAbility(deps, caller, { review: reviewId }, canSeeMembers)
  const { id } = caller.actor
  const [members, pending] = await Promise.all([
    listMemberRows(deps.db, reviewId, id),
    rolesToInvite(access).length > 0
      ? listPending(deps.db, reviewId, access.role === 'OWNER' ? null : id)
      : [],
  ])
  return {
    members: members.map((row) => presentMember(row, access, id)),
    invitations: pending.map(presentInvitation),
    can: { invite: rolesToInvite(access), leave: access.role !== 'OWNER' },
  }
}

/** OWNER hands the review over, with its files. Throws INVALID_FIELDS where it would be left without an owner. */
export async function changeMemberRole(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  memberId: string,
  role: MemberRole,
): Promise<MemberList & { plainAddressClosed?: true }> {
  await requireAbility(deps, caller, { review: reviewId }, canChangeRoles)
  const { actor } = caller
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    await requireOwner(tx, reviewId, actor)
    if (memberId === actor.id) {
      if (role !== 'OWNER') throw invalidFields({ role: needsOwner })
      return false
    }
    const member = await lockMember(tx, reviewId, memberId)
    if (!member) throw notFound()
    if (member.role === role) return false
    if (role === 'OWNER') await handOver(tx, reviewId, actor.id, memberId)
    else await putMember(tx, reviewId, memberId, role)
    // Whoever may no longer invite has no invitations out any more.
    if (member.role === 'EDITOR' && role !== 'OWNER') await revokeAround(tx, reviewId, memberId)
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: role === 'OWNER' ? 'HANDED_OVER' : 'ROLE_CHANGED',
      target: member.name,
      before: member.role,
      after: role,
    })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return !isAtLeast({ role }, member.role) && (await closePlainAddress(tx, reviewId, actor))
  })
  wakeSubject(deps, ofReview(reviewId))
  return { ...(await listMembers(deps, caller, reviewId)), ...presentClosing(hasClosed) }
}

/** The owner removes anybody else; everybody else may leave. Answers whether it has closed the plain address. */
export async function removeMember(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  memberId: string,
): Promise<boolean> {
  const { actor } = caller
  const isLeaving = memberId === actor.id
  await requireAbility(deps, caller, { review: reviewId }, isLeaving ? canSeeMembers : canChangeRoles)
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    if (!isLeaving) await requireOwner(tx, reviewId, actor)
    else if ((await lockReview(tx, reviewId))?.ownerId === actor.id) throw invalidFields({ role: needsOwner })
    const member = await lockMember(tx, reviewId, memberId)
    if (!member) throw notFound()
    await deleteMember(tx, reviewId, memberId)
    await revokeAround(tx, reviewId, memberId)
    const action = isLeaving ? 'LEFT' : 'REMOVED'
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action,
      target: member.name,
      before: member.role,
    })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return !isLeaving && (await closePlainAddress(tx, reviewId, actor))
  })
  wakeSubject(deps, ofReview(reviewId))
  return hasClosed
}

/** Throws INVALID_ACCESS_KEY for a link that is not valid, GONE for one that has expired. */
export async function joinReview(
  deps: Deps,
  input: { actor: UserActor; ip: string; shareCode: string; accessKey: string | null },
): Promise<{ _id: string; role: MemberRole }> {
  const { facts, role, isNew } = await proveToJoin(deps, input)
  const { reviewId, link } = facts
  if (!isNew || role === 'OWNER') return { _id: reviewId, role }
  const { actor } = input
  await deps.db.orm.transaction(async (tx) => {
    await lockReview(tx, reviewId)
    await lockLink(tx, reviewId, link.id)
    if (!(await addMemberRow(tx, reviewId, actor.id, role))) return
    // Judging an access key takes a while: what ended meanwhile makes no members. Both rows stay as they are from here on.
    if (!(await isStillOpen(deps, facts))) throw new DomainError('INVALID_ACCESS_KEY')
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: 'JOINED',
      link: link.id,
      after: role,
    })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
  })
  wakeSubject(deps, ofReview(reviewId))
  return { _id: reviewId, role }
}

// The review may have been handed over since it was looked up.
async function requireOwner(tx: Transaction, reviewId: string, actor: UserActor): Promise<void> {
  const review = await lockReview(tx, reviewId)
  if (!review) throw notFound()
  if (review.ownerId !== actor.id) throw forbidden()
}

async function handOver(tx: Transaction, reviewId: string, from: string, to: string): Promise<void> {
  await unsafeChangeOwner(tx, { reviewId, from, to })
  await deleteMember(tx, reviewId, to)
  await updateOwner(tx, reviewId, to)
  await putMember(tx, reviewId, from, 'EDITOR')
}
