import type { OwnConnectionProfile } from '@wingmark/contract/connection-profiles'
import type { ProfileRow } from '#server/modules/connections/profiles/store'

export function presentOwnProfile({ id, createdAt, updatedAt, ...row }: ProfileRow): OwnConnectionProfile {
  return {
    _id: id,
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    can: { edit: true, delete: true },
  }
}
