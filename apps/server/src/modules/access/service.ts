import type { MemberRole } from '@wingmark/contract/reviews'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor, UserActor, WriterActor } from '#server/http/actor'
import {
  type AccessFacts,
  decideAccess,
  isPersonal,
  type LinkEvidence,
  mayReadEarlierVersions,
  type ReviewAccess,
  roleByJoining,
} from '#server/modules/access/policy'
import { judgeKey } from '#server/modules/access/share-token/judge-access-key'
import {
  evidenceOf,
  invalid,
  isShown,
  makeDeviceToken,
  makeShareToken,
  missed,
  nothingShown,
  readShown,
  type ShownToken,
  userIdOf,
} from '#server/modules/access/share-token/service'
import {
  type AccessBy,
  type FoundLink,
  findAccessFacts,
  findMemberRoles,
  findReviewRole,
  findReviewWithLinks,
  leadsToDeleted,
  listAccessFacts,
  listRoles,
} from '#server/modules/access/store'
import { DomainError, forbidden } from '#server/platform/domain-error'

export { forgiveKeyTries, listKeyTries } from '#server/modules/access/share-token/key-tries'
export { personalCode } from '#server/modules/access/share-token/service'

export type Caller = { actor: Actor; share: string | null }
export type UserCaller = Caller & { actor: UserActor }
export type WriterCaller = Caller & { actor: WriterActor }

/** Throws NOT_FOUND (also for a hidden review), GONE for an expired link, ACCESS_KEY_REQUIRED. */
export async function requireAccess(deps: Deps, caller: Caller, by: AccessBy): Promise<ReviewAccess> {
  const shown = readShown(caller.share)
  const facts = await findAccessFacts(deps.db, by, userIdOf(caller.actor), shown)
  if (!facts) throw missed()
  const access = grantOrThrow(facts, caller.actor, evidenceOf(deps, facts, shown))
  if (facts.isEarlier && !mayReadEarlierVersions(access)) throw missed()
  return access
}

/** Like `requireAccess`, then FORBIDDEN unless `isAllowed`. */
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

/** What each of these callers may see of a review now; null for nothing. Two queries. */
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
    const link = found.links.find((one) => isShown(one, shown)) ?? null
    const memberRole = roles.get(userIdOf(actor) ?? '') ?? null
    const facts = { ...found.facts, memberRole, link }
    const decision = decideAccess(facts, actor, evidenceOf(deps, facts, shown), new Date())
    return decision.outcome === 'granted' ? decision.access : null
  })
}

/** What a user sees of these reviews without a link, by id; hidden ones are missing. One query. */
export async function listAccess(
  deps: Deps,
  actor: UserActor,
  reviewIds: Iterable<string>,
): Promise<Map<string, ReviewAccess>> {
  const found = await listAccessFacts(deps.db, [...new Set(reviewIds)], actor.id)
  return new Map(
    found.flatMap((facts) => {
      const decision = decideAccess(facts, actor, 'none', new Date())
      return decision.outcome === 'granted' ? [[facts.reviewId, decision.access] as const] : []
    }),
  )
}

/** Like `listAccess`, but the returned function takes any user. Two queries. */
export async function readAccess(
  deps: Deps,
  reviewIds: readonly string[],
): Promise<(actor: UserActor, reviewId: string) => ReviewAccess | null> {
  const ids = [...new Set(reviewIds)]
  const [found, roles] = await Promise.all([listAccessFacts(deps.db, ids, null), listRoles(deps.db, ids)])
  return (actor, reviewId) => {
    const facts = found.find((one) => one.reviewId === reviewId)
    if (!facts) return null
    const memberRole = roles.get(`${reviewId} ${actor.id}`) ?? null
    const decision = decideAccess({ ...facts, memberRole }, actor, 'none', new Date())
    return decision.outcome === 'granted' ? decision.access : null
  }
}

/** A user's role in a review, inside the transaction that relies on it; null for outsiders. */
export async function roleInReview(
  tx: Transaction,
  review: string,
  user: string,
): Promise<MemberRole | null> {
  return (await findReviewRole.first(tx, { review, user }))?.role ?? null
}

/** `review` instead of a code: by the plain address of that review. */
type Opening = { actor: Actor; ip: string; accessKey: string | null; deviceToken?: string | undefined } & (
  | { shareCode: string }
  | { review: string }
)

/** Returns a token for later requests. Throws ACCESS_KEY_REQUIRED without a key, INVALID_ACCESS_KEY for a wrong one. */
export async function openShareLink(
  deps: Deps,
  input: Opening,
): Promise<{ access: ReviewAccess; shareToken: string; deviceToken: string }> {
  const { actor, accessKey } = input
  const { facts } = await findOpened(deps, input)
  const { link } = facts
  const known = decideAccess(facts, actor, 'none', new Date())
  const isMissing = link.hasAccessKey && !accessKey
  if (known.outcome === 'granted' && (isMissing || link.isPlain)) {
    // They have access anyway, so they get nothing that would admit others.
    return { access: known.access, shareToken: link.code ?? '', deviceToken: '' }
  }
  if (known.outcome !== 'granted') requireOpen(facts)
  // An expired link says so before it asks for a key.
  if (isMissing) grantOrThrow(facts, actor, 'code')
  await judgeKey(deps, input, link)
  return {
    access: grantOrThrow(facts, actor, 'token'),
    shareToken: makeShareToken(deps, facts),
    deviceToken: makeDeviceToken(deps, link.id),
  }
}

/** The role that a user gets by joining with this link; `isNew` is false for members. */
export async function verifyToJoin(
  deps: Deps,
  input: Opening & { shareCode: string },
): Promise<{ facts: AccessFacts & { link: FoundLink }; role: MemberRole; isNew: boolean }> {
  const { facts, evidence } = await findShown(deps, input, readShown(input.shareCode))
  if (userIdOf(input.actor) === facts.ownerId) return { facts, role: 'OWNER', isNew: false }
  if (facts.memberRole) return { facts, role: facts.memberRole, isNew: false }
  if (facts.link.isPlain || facts.link.person) throw invalid()
  requireOpen(facts)
  const { expiresAt, access } = facts.link
  if (expiresAt && expiresAt <= new Date()) throw new DomainError('GONE')
  if (evidence !== 'token') await judgeKey(deps, input, facts.link)
  return { facts, role: roleByJoining(access), isNew: true }
}

/** False if access by this link was reduced since `facts` were read. */
export async function isStillOpen(
  deps: Deps,
  { epoch, link }: AccessFacts & { link: FoundLink },
): Promise<boolean> {
  const now = await findAccessFacts(deps.db, 'shown link', null, { code: null, link: link.id })
  return now?.link?.epoch === link.epoch && now.epoch === epoch
}

/** A token opens nothing here. */
function readCode(code: string): ShownToken {
  const shown = readShown(code)
  return shown.link === null ? shown : { ...nothingShown, code }
}

function findOpened(deps: Deps, input: Opening) {
  if ('shareCode' in input) return findShown(deps, input, readCode(input.shareCode))
  return findPlain(deps, input, input.review)
}

/** The link for a code or a valid token; failed tries are counted. */
async function findShown(deps: Deps, { actor, ip }: Opening, shown: ShownToken) {
  const facts = await findAccessFacts(deps.db, 'shown link', userIdOf(actor), shown)
  const evidence = facts ? evidenceOf(deps, facts, shown) : 'none'
  if (facts?.link && evidence !== 'none') return { facts: { ...facts, link: facts.link }, evidence }
  await deps.limits.consume({ shareCodeByAddress: ip })
  if (shown.code !== null && (await leadsToDeleted(deps.db, { code: shown.code }))) throw missed()
  throw invalid()
}

/** The plain address of a review, if that or other access admits the caller. Failed tries count like wrong codes. */
async function findPlain(deps: Deps, { actor, ip }: Opening, review: string) {
  const facts = await findAccessFacts(deps.db, { review }, userIdOf(actor), nothingShown)
  const isKnown = facts && decideAccess(facts, actor, 'code', new Date()).outcome !== 'hidden'
  if (isKnown && facts.link) return { facts: { ...facts, link: facts.link }, evidence: 'code' as const }
  await deps.limits.consume({ shareCodeByAddress: ip })
  throw (await leadsToDeleted(deps.db, { review })) ? missed() : invalid()
}

function requireOpen(facts: AccessFacts): void {
  if ((facts.visibility === 'PRIVATE' && !isPersonal(facts)) || facts.link?.access === 'NONE') throw invalid()
}

function grantOrThrow(facts: AccessFacts, actor: Actor, evidence: LinkEvidence): ReviewAccess {
  const decision = decideAccess(facts, actor, evidence, new Date())
  if (decision.outcome === 'granted') return decision.access
  if (decision.outcome === 'expired') throw new DomainError('GONE')
  if (decision.outcome === 'key-needed') throw new DomainError('ACCESS_KEY_REQUIRED')
  throw missed()
}
