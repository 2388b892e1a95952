import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import {
  type AccessFacts,
  decideAccess,
  type ReviewAccess,
  type ShareProof,
} from '#server/modules/access/policy'
import { findAccessFacts, findMemberRoles, type Subject } from '#server/modules/access/store'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'
import { verifyPassword } from '#server/platform/passwords'
import { isSame } from '#server/platform/tokens'

export type Caller = { actor: Actor; share: string | null }

const shareTokenDays = 30

/**
 * The review of a thing, if the caller may see it.
 * Throws NOT_FOUND (also for what is hidden), GONE for an expired link, ACCESS_KEY_REQUIRED.
 */
export async function requireAccess(deps: Deps, caller: Caller, subject: Subject): Promise<ReviewAccess> {
  const facts = await findAccessFacts(deps.db, subject, userIdOf(caller.actor))
  if (!facts) throw notFound()
  return grantOrThrow(facts, caller.actor, readProof(deps, facts, caller.share))
}

/** As `requireAccess`, then 403 unless `isAllowed`. */
export async function requireAbility(
  deps: Deps,
  caller: Caller,
  subject: Subject,
  isAllowed: (access: ReviewAccess) => boolean,
): Promise<ReviewAccess> {
  const access = await requireAccess(deps, caller, subject)
  if (!isAllowed(access)) throw forbidden()
  return access
}

/** What each of several callers may see of a review now; null for nothing. Two queries, however many callers. */
export async function recheckAccess(
  deps: Deps,
  callers: readonly Caller[],
  reviewId: string,
): Promise<(ReviewAccess | null)[]> {
  const userIds = [...new Set(callers.flatMap(({ actor }) => userIdOf(actor) ?? []))]
  const [facts, roles] = await Promise.all([
    findAccessFacts(deps.db, { review: reviewId }, null),
    findMemberRoles(deps.db, reviewId, userIds),
  ])
  return callers.map(({ actor, share }) => {
    if (!facts) return null
    const memberRole = roles.get(userIdOf(actor) ?? '') ?? null
    const decision = decideAccess({ ...facts, memberRole }, actor, readProof(deps, facts, share), new Date())
    return decision.outcome === 'granted' ? decision.access : null
  })
}

/** Opens a share link by its code and, where it has one, its access key; the token proves it from then on. */
export async function openShareLink(
  deps: Deps,
  input: { actor: Actor; ip: string; shareCode: string; accessKey: string | null },
): Promise<{ access: ReviewAccess; shareToken: string }> {
  const invalid = () => new DomainError('INVALID_ACCESS_KEY')
  const facts = await findAccessFacts(deps.db, { code: input.shareCode }, userIdOf(input.actor))
  if (!facts) {
    await deps.limits.consume({ shareCodeByAddress: input.ip })
    throw invalid()
  }
  const known = decideAccess(facts, input.actor, 'none', new Date())
  if (known.outcome !== 'granted' && facts.accessKeyHash !== null) {
    const tries = { accessKeyByAddress: `${facts.reviewId}:${input.ip}`, accessKeyByReview: facts.reviewId }
    await deps.limits.consume(tries)
    const isRight = input.accessKey !== null && (await verifyPassword(facts.accessKeyHash, input.accessKey))
    if (!isRight) throw invalid()
    await deps.limits.forgive({ accessKeyByAddress: tries.accessKeyByAddress })
  }
  if (facts.visibility === 'PRIVATE' && known.outcome !== 'granted') throw invalid()
  if (facts.link.access === 'NONE' && known.outcome !== 'granted') throw invalid()
  const access = grantOrThrow(facts, input.actor, 'token')
  return { access, shareToken: makeShareToken(deps, facts) }
}

const userIdOf = (actor: Actor) => (actor.kind === 'user' ? actor.id : null)

function grantOrThrow(facts: AccessFacts, actor: Actor, proof: ShareProof): ReviewAccess {
  const decision = decideAccess(facts, actor, proof, new Date())
  if (decision.outcome === 'granted') return decision.access
  if (decision.outcome === 'expired') throw new DomainError('GONE')
  if (decision.outcome === 'key-needed') throw new DomainError('ACCESS_KEY_REQUIRED')
  throw notFound()
}

const tokenParts = (facts: AccessFacts, expires: string) => ['share', facts.reviewId, facts.epoch, expires]

function makeShareToken(deps: Deps, facts: AccessFacts): string {
  const expires = Math.floor(Date.now() / 1000 + shareTokenDays * 86_400).toString(36)
  return `st.${expires}.${deps.signer.sign(tokenParts(facts, expires))}`
}

function readProof(deps: Deps, facts: AccessFacts, share: string | null): ShareProof {
  if (share === null) return 'none'
  const [prefix, expires = '', mac = ''] = share.split('.')
  if (prefix !== 'st') return isSame(share, facts.link.code) ? 'code' : 'none'
  const isLive = Number.parseInt(expires, 36) * 1000 > Date.now()
  return isLive && deps.signer.verify(tokenParts(facts, expires), mac) ? 'token' : 'none'
}
