import type { Member } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'

/** The caller's role in the subject. */
type Insider = { role: MemberRole }

const canChangeRoles = ({ role }: Insider) => role === 'OWNER'

/** What the caller may do with a member. */
export function memberAbilities(
  caller: Insider,
  member: { role: MemberRole; isSelf: boolean; isReachable: boolean },
): Member['can'] {
  const isOther = canChangeRoles(caller) && !member.isSelf && member.role !== 'OWNER'
  return { changeRole: isOther, remove: isOther, handOver: isOther, message: member.isReachable }
}

/** Owners see every address, others those of people whom they invited. */
export function maySeeAddress(caller: Insider, member: { isSelf: boolean; isInvitedByCaller: boolean }) {
  return caller.role === 'OWNER' || member.isSelf || member.isInvitedByCaller
}
