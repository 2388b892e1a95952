import type { User } from '@wingmark/contract/users'
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
