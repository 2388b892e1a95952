import type { Transfer } from '@wingmark/contract/transfers'
import type { UserActor } from '#server/http/actor'

type Owned = { ownerId: string; deletedAt: Date | null }

/** A tree belongs to its owner alone; it does not exist for anyone else. */
export const isOwner = (actor: UserActor, transfer: Owned): boolean => actor.id === transfer.ownerId

export function transferAbilities(actor: UserActor, transfer: Owned): Transfer['can'] {
  const isOwn = isOwner(actor, transfer)
  const isThere = isOwn && transfer.deletedAt === null
  return { edit: isThere, download: isThere, delete: isOwn }
}
