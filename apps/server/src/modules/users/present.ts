import type { RouteReply } from '@wingmark/contract/route'
import type { getProfile, User } from '@wingmark/contract/users'
import type { UserRow } from '#server/modules/users/store'

export function presentUser(user: UserRow): User {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    username: user.username,
    avatar: user.avatar,
    plan: user.plan,
    createdAt: user.createdAt.toISOString(),
  }
}

type Profile = RouteReply<typeof getProfile>['result']

export function presentProfile(
  user: UserRow,
  { earlier, hasProfile }: { earlier: Profile['settings']['earlier']; hasProfile: boolean },
): Profile {
  return {
    user: presentUser(user),
    connectionProfile: hasProfile ? { _id: user.id } : null,
    settings: {
      notify: user.notify,
      signsInWith: [
        ...(user.passwordHash === null ? [] : (['PASSWORD'] as const)),
        ...(user.googleId === null ? [] : (['GOOGLE'] as const)),
      ],
      earlier,
    },
  }
}
