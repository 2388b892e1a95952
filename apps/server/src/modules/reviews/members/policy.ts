import type { Member } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import { canShareReview, isMember, type ReviewAccess } from '#server/modules/access/policy'

export const canSeeMembers = isMember
export const canChangeRoles = canShareReview

/** What the caller may do with one member. */
export function memberAbilities(
  access: ReviewAccess,
  member: { role: MemberRole; isSelf: boolean },
): Member['can'] {
  const isOther = canChangeRoles(access) && !member.isSelf && member.role !== 'OWNER'
  return { changeRole: isOther, remove: isOther, handOver: isOther }
}

/** Owners see every address; others those of the people whom they invited. */
export function maySeeAddress(access: ReviewAccess, member: { isSelf: boolean; isInvitedByCaller: boolean }) {
  return access.role === 'OWNER' || member.isSelf || member.isInvitedByCaller
}
