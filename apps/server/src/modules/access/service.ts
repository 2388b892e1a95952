import type { MemberRole } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import {
  type AccessFacts,
  decideAccess,
  type ReviewAccess,
  roleByJoining,
  type ShareProof,
} from '#server/modules/access/policy'
import {
  type AccessBy,
  type FoundLink,
  findAccessFacts,
  findMemberRoles,
  findReviewWithLinks,
  type Shown,
} from '#server/modules/access/store'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import { verifyPassword } from '#server/platform/passwords'

export type Caller = { actor: Actor; share: string | null }

const shareTokenDays = 30

/**
 * The review of a thing, if the caller may see it.
 * Throws NOT_FOUND (also for what is hidden), GONE for an expired link, ACCESS_KEY_REQUIRED.
 */
export async function requireAccess(deps: Deps, caller: Caller, by: AccessBy): Promise<ReviewAccess> {
  const shown = readShown(caller.share)
  const facts = await findAccessFacts(deps.db, by, userIdOf(caller.actor), shown)
  if (!facts) throw notFound()
  return grantOrThrow(facts, caller.actor, proofOf(deps, facts, shown))
}

/** As `requireAccess`, then 403 unless `isAllowed`. */
export async function requireAbility(
  deps: Deps,
  caller: Caller,
  by: AccessBy,
  isAllowed: (access: ReviewAccess) => boolean,
): Promise<ReviewAccess> {
  const access = await requireAccess(deps, caller, by)
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
  const [found, roles] = await Promise.all([
    findReviewWithLinks(deps.db, reviewId),
    findMemberRoles(deps.db, reviewId, userIds),
  ])
  return callers.map(({ actor, share }) => {
    if (!found) return null
    const shown = readShown(share)
    const link = found.links.find((one) => one.code === shown.code || one.id === shown.link) ?? null
    const memberRole = roles.get(userIdOf(actor) ?? '') ?? null
    const facts = { ...found.facts, memberRole, link }
    const decision = decideAccess(facts, actor, proofOf(deps, facts, shown), new Date())
    return decision.outcome === 'granted' ? decision.access : null
  })
}

type Opening = { actor: Actor; ip: string; shareCode: string; accessKey: string | null }

/** Opens a share link by its code and, where it has one, its access key; the token proves it from then on. */
export async function openShareLink(
  deps: Deps,
  input: Opening,
): Promise<{ access: ReviewAccess; shareToken: string }> {
  const { actor, shareCode, accessKey } = input
  const { facts } = await findShown(deps, input, { ...nothingShown, code: shareCode })
  const known = decideAccess(facts, actor, 'none', new Date())
  if (known.outcome === 'granted' && facts.link.hasAccessKey && !accessKey) {
    // They come in without the key, so they get nothing that would let others in.
    return { access: known.access, shareToken: shareCode }
  }
  await judgeKey(deps, input, facts.link)
  if (known.outcome !== 'granted') requireOpen(facts)
  return { access: grantOrThrow(facts, actor, 'token'), shareToken: makeShareToken(deps, facts) }
}

/** What somebody becomes who joins by this link, shown by its code or by the token of an opening; `isNew` is false for those who are members already. */
export async function proveToJoin(
  deps: Deps,
  input: Opening,
): Promise<{ facts: AccessFacts & { link: FoundLink }; role: MemberRole; isNew: boolean }> {
  const { facts, proof } = await findShown(deps, input, readShown(input.shareCode))
  if (userIdOf(input.actor) === facts.ownerId) return { facts, role: 'OWNER', isNew: false }
  if (facts.memberRole) return { facts, role: facts.memberRole, isNew: false }
  if (proof !== 'token') await judgeKey(deps, input, facts.link)
  requireOpen(facts)
  const { expiresAt, access } = facts.link
  if (expiresAt && expiresAt <= new Date()) throw new DomainError('GONE')
  return { facts, role: roleByJoining(access), isNew: true }
}

/** False once something was taken away from those who have come by this link since `facts` were read. */
export async function isStillOpen(
  deps: Deps,
  { epoch, link }: AccessFacts & { link: FoundLink },
): Promise<boolean> {
  const now = await findAccessFacts(deps.db, 'shown link', null, { code: null, link: link.id })
  return now?.link?.epoch === link.epoch && now.epoch === epoch
}

const invalid = () => new DomainError('INVALID_ACCESS_KEY')

/** The link of a code, or of a token that is good; every other try is counted. */
async function findShown(deps: Deps, { actor, ip }: Opening, shown: ShownProof) {
  const facts = await findAccessFacts(deps.db, 'shown link', userIdOf(actor), shown)
  const proof = facts ? proofOf(deps, facts, shown) : 'none'
  if (facts?.link && proof !== 'none') return { facts: { ...facts, link: facts.link }, proof }
  await deps.limits.consume({ shareCodeByAddress: ip })
  throw invalid()
}

async function judgeKey(deps: Deps, { ip, accessKey }: Opening, link: FoundLink): Promise<void> {
  if (link.accessKeyHash === null) return
  const tries = { accessKeyByAddress: `${link.id}:${ip}`, accessKeyByLink: link.id }
  await deps.limits.consume(tries)
  const isRight = accessKey !== null && (await verifyPassword(link.accessKeyHash, accessKey))
  if (!isRight) throw invalid()
  await deps.limits.giveBack(tries)
}

function requireOpen(facts: AccessFacts): void {
  if (facts.visibility === 'PRIVATE' || facts.link?.access === 'NONE') throw invalid()
}

const userIdOf = (actor: Actor) => (actor.kind === 'user' ? actor.id : null)

function grantOrThrow(facts: AccessFacts, actor: Actor, proof: ShareProof): ReviewAccess {
  const decision = decideAccess(facts, actor, proof, new Date())
  if (decision.outcome === 'granted') return decision.access
  if (decision.outcome === 'expired') throw new DomainError('GONE')
  if (decision.outcome === 'key-needed') throw new DomainError('ACCESS_KEY_REQUIRED')
  throw notFound()
}

type ShownProof = Shown & { expires: string; mac: string }

const nothingShown: ShownProof = { code: null, link: null, expires: '', mac: '' }

function readShown(share: string | null): ShownProof {
  if (share === null) return nothingShown
  if (!share.startsWith('st.')) return { ...nothingShown, code: share }
  const [, link = '', expires = '', mac = ''] = share.split('.')
  return isUuid(link) ? { code: null, link, expires, mac } : nothingShown
}

const tokenParts = (facts: AccessFacts, expires: string) => [
  'share',
  facts.link?.id ?? '',
  facts.link?.epoch ?? 0,
  facts.epoch,
  expires,
]

function makeShareToken(deps: Deps, facts: AccessFacts): string {
  const expires = Math.floor(Date.now() / 1000 + shareTokenDays * 86_400).toString(36)
  return `st.${facts.link?.id}.${expires}.${deps.signer.sign(tokenParts(facts, expires))}`
}

function proofOf(deps: Deps, facts: AccessFacts, shown: ShownProof): ShareProof {
  if (!facts.link) return 'none'
  if (shown.code !== null) return 'code'
  const isLive = Number.parseInt(shown.expires, 36) * 1000 > Date.now()
  return isLive && deps.signer.verify(tokenParts(facts, shown.expires), shown.mac) ? 'token' : 'none'
}
