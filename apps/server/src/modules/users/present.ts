import type { RouteReply } from '@wingmark/contract/route'
import type { getProfile, User } from '@wingmark/contract/users'
import type { UserRow } from '#server/modules/users/store'
import type { Ai } from '#server/platform/ai'

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
  {
    earlier,
    hasProfile,
    ai,
  }: { earlier: Profile['settings']['earlier']; hasProfile: boolean; ai: Ai | null },
): Profile {
  return {
    user: presentUser(user),
    connectionProfile: hasProfile ? { _id: user.id } : null,
    settings: {
      notify: user.notify,
      mailAreas: user.mailAreas,
      theme: user.theme,
      signsInWith: [
        ...(user.passwordHash === null ? [] : (['PASSWORD'] as const)),
        ...(user.googleId === null ? [] : (['GOOGLE'] as const)),
      ],
      isEmailConfirmed: user.emailConfirmedAt !== null,
      earlier,
      ...(ai ? { ai: presentAi(user, ai) } : {}),
    },
  }
}

const presentAi = (user: UserRow, { about: { host, isLocal } }: Ai): Profile['settings']['ai'] => ({
  host,
  isLocal,
  isOn: user.usesAi,
  isTold: user.aiNoticeHost === host,
})
