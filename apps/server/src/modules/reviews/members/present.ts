import type { Member } from '@wingmark/contract/members'
import type { ReviewAccess } from '#server/modules/access/policy'
import { maySeeAddress, memberAbilities } from '#server/modules/reviews/members/policy'
import type { MemberRow } from '#server/modules/reviews/members/store'

export function presentMember(row: MemberRow, access: ReviewAccess, callerId: string): Member {
  const { id, name, username, avatar, email, role, joinedAt, isInvitedByCaller } = row
  const isSelf = id === callerId
  return {
    _id: id,
    name,
    username,
    avatar,
    ...(maySeeAddress(access, { isSelf, isInvitedByCaller }) ? { email } : {}),
    role,
    joinedAt: joinedAt.toISOString(),
    isSelf,
    can: memberAbilities(access, { role, isSelf }),
  }
}
