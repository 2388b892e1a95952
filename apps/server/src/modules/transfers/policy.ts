import type { Transfer } from '@wingmark/contract/transfers'
import type { UserActor } from '#server/http/actor'

type Owned = { ownerId: string; deletedAt: Date | null }

/** A tree is its owner's alone; for everybody else nothing is there. */
export const isOwner = (actor: UserActor, transfer: Owned): boolean => actor.id === transfer.ownerId

export function transferAbilities(actor: UserActor, transfer: Owned): Transfer['can'] {
  const isOwn = isOwner(actor, transfer)
  const isThere = isOwn && transfer.deletedAt === null
  return { edit: isThere, download: isThere, delete: isOwn }
}
