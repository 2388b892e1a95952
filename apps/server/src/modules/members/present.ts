import type { Member } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import { maySeeAddress, memberAbilities } from '#server/modules/members/policy'
import type { MemberRow } from '#server/modules/members/store'

export function presentMember(row: MemberRow, caller: { id: string; role: MemberRole }): Member {
  const { id, name, username, avatar, email, role, joinedAt, isInvitedByCaller, isReachable } = row
  const isSelf = id === caller.id
  return {
    _id: id,
    name,
    username,
    avatar,
    ...(maySeeAddress(caller, { isSelf, isInvitedByCaller }) ? { email } : {}),
    role,
    joinedAt: joinedAt.toISOString(),
    isSelf,
    can: memberAbilities(caller, { role, isSelf, isReachable }),
  }
}
