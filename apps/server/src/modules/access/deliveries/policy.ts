import type { Subject } from '@wingmark/contract/subjects'
import type { Actor } from '#server/http/actor'
import {
  type Grant,
  type LinkEvidence,
  type LinkFacts,
  linkGrant,
  sessionGrant,
} from '#server/modules/access/policy'
import { ofDelivery } from '#server/modules/access/subjects/policy'

/** What the database knows about a delivery and the link that the caller showed. */
export type DeliveryFacts = {
  deliveryId: string
  ownerId: string
  epoch: number
  /** The link has reached its download limit, and nobody is in the middle of a download. */
  isUsedUp: boolean
  link: LinkFacts | null
}

/** The caller may see the delivery; made only by `decideDelivery`. */
export type DeliveryAccess = {
  readonly subject: Subject
  readonly deliveryId: string
  readonly ownerId: string
  readonly epoch: number
  readonly via: 'owner' | 'link'
  readonly link: LinkFacts | null
  readonly grant: Grant
  /** When this access ends by itself. */
  readonly endsAt: Date | null
}

export type DeliveryDecision =
  | { outcome: 'granted'; access: DeliveryAccess }
  | { outcome: 'hidden' | 'expired' | 'used-up' | 'key-needed' }

/** For the sender, or a caller with an open link. `now` is the server's clock. */
export function decideDelivery(
  facts: DeliveryFacts,
  actor: Actor,
  evidence: LinkEvidence,
  now: Date,
): DeliveryDecision {
  const { deliveryId, ownerId, epoch, link, isUsedUp } = facts
  const common = { subject: ofDelivery(deliveryId), deliveryId, ownerId, epoch }
  if (actor.kind === 'user' && actor.id === ownerId) {
    const grant = sessionGrant(actor.sessionId, 'OWN')
    return { outcome: 'granted', access: { ...common, via: 'owner', link: null, grant, endsAt: null } }
  }
  if (!link || evidence === 'none' || link.access === 'NONE') return { outcome: 'hidden' }
  if (link.expiresAt && link.expiresAt <= now) return { outcome: 'expired' }
  if (isUsedUp) return { outcome: 'used-up' }
  if (evidence === 'code' && link.hasAccessKey) return { outcome: 'key-needed' }
  const grant = linkGrant(link, epoch)
  return { outcome: 'granted', access: { ...common, via: 'link', link, grant, endsAt: link.expiresAt } }
}

export const isSender = (access: DeliveryAccess) => access.via === 'owner'
