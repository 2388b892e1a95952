import { deliveryMessages } from '@wingmark/contract/deliveries'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { type DeliveryAccess, decideDelivery, isSender } from '#server/modules/access/deliveries/policy'
import {
  type FoundDelivery,
  findDeliveryFacts,
  findDeliveryWithLinks,
  findSenderName,
} from '#server/modules/access/deliveries/store'
import type { LinkEvidence } from '#server/modules/access/policy'
import type { Caller, UserCaller } from '#server/modules/access/service'
import { judgeKey } from '#server/modules/access/share-token/judge-access-key'
import {
  evidenceOf,
  isShown,
  makeDeviceToken,
  makeShareToken,
  missed,
  readShown,
} from '#server/modules/access/share-token/service'
import type { FoundLink } from '#server/modules/access/store'
import { DomainError, forbidden } from '#server/platform/domain-error'

/** Throws NOT_FOUND (also for a hidden delivery), GONE if it has expired or is used up, ACCESS_KEY_REQUIRED. */
export async function requireDelivery(deps: Deps, caller: Caller, id: string): Promise<DeliveryAccess> {
  const shown = readShown(caller.share)
  const facts = await findDeliveryFacts(deps.db, id, shown)
  if (!facts) throw missed()
  return grantOrThrow(deps, facts, caller.actor, evidenceOf(deps, facts, shown))
}

/** What each of these callers may see of a delivery now; null for nothing. One query. */
export async function recheckDelivery(
  deps: Deps,
  callers: readonly Caller[],
  id: string,
): Promise<(DeliveryAccess | null)[]> {
  const found = await findDeliveryWithLinks(deps.db, id)
  const [first] = found
  return callers.map(({ actor, share }) => {
    if (!first) return null
    const shown = readShown(share)
    const facts = found.find(({ link }) => link && isShown(link, shown)) ?? { ...first, link: null }
    const decision = decideDelivery(facts, actor, evidenceOf(deps, facts, shown), new Date())
    return decision.outcome === 'granted' ? decision.access : null
  })
}

/** Only for its sender: FORBIDDEN for others who know it by a link. */
export async function requireSent(deps: Deps, caller: UserCaller, id: string): Promise<DeliveryAccess> {
  const shown = readShown(caller.share)
  const facts = await findDeliveryFacts(deps.db, id, shown)
  if (!facts) throw missed()
  const decision = decideDelivery(facts, caller.actor, evidenceOf(deps, facts, shown), new Date())
  if (decision.outcome === 'hidden') throw missed()
  if (decision.outcome !== 'granted' || !isSender(decision.access)) throw forbidden()
  return decision.access
}

/** Takes a link's code or an earlier token. Throws like `requireDelivery`, and INVALID_ACCESS_KEY for a wrong key. */
export async function openDeliveryLink(
  deps: Deps,
  input: {
    actor: Actor
    ip: string
    shareCode: string
    accessKey: string | null
    deviceToken?: string | undefined
  },
): Promise<{ access: DeliveryAccess; shareToken: string; deviceToken: string }> {
  const { actor, accessKey } = input
  const { facts, link, evidence } = await findLink(deps, input)
  const known = decideDelivery(facts, actor, evidence, new Date())
  const tokens = () => ({
    shareToken: makeShareToken(deps, facts),
    deviceToken: makeDeviceToken(deps, link.id),
  })
  if (known.outcome === 'granted') return { access: known.access, ...tokens() }
  if (known.outcome !== 'key-needed' || !accessKey) return refuse(deps, known.outcome, facts)
  await judgeKey(deps, input, link)
  return { access: await grantOrThrow(deps, facts, actor, 'token'), ...tokens() }
}

/** The link with this code, in any state; failed tries are counted. Throws NOT_FOUND. */
export async function findLink(
  deps: Deps,
  { ip, shareCode }: { ip: string; shareCode: string },
): Promise<{ facts: FoundDelivery; link: FoundLink; evidence: LinkEvidence }> {
  const shown = readShown(shareCode)
  const facts = await findDeliveryFacts(deps.db, null, shown)
  const evidence = facts ? evidenceOf(deps, facts, shown) : 'none'
  if (facts?.link && evidence !== 'none') return { facts, link: facts.link, evidence }
  await deps.limits.consume({ shareCodeByAddress: ip })
  throw missed()
}

async function grantOrThrow(
  deps: Deps,
  facts: FoundDelivery,
  actor: Actor,
  evidence: LinkEvidence,
): Promise<DeliveryAccess> {
  const decision = decideDelivery(facts, actor, evidence, new Date())
  return decision.outcome === 'granted' ? decision.access : refuse(deps, decision.outcome, facts)
}

async function refuse(
  deps: Deps,
  outcome: 'hidden' | 'expired' | 'used-up' | 'key-needed',
  { ownerId }: FoundDelivery,
): Promise<never> {
  if (outcome === 'expired') throw new DomainError('GONE')
  if (outcome === 'used-up') throw new DomainError('GONE', { message: deliveryMessages.usedUp })
  if (outcome === 'key-needed') {
    // Holders of the link may know whom to ask for the key, and nothing else.
    const name = (await findSenderName.first(deps.db.lookups, { user: ownerId }))?.name ?? null
    throw new DomainError('ACCESS_KEY_REQUIRED', {
      message: deliveryMessages.keyNeeded,
      ...(name === null ? {} : { sender: { name } }),
    })
  }
  throw missed()
}
