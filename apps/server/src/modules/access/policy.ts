import type { MemberRole, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import type { Subject } from '@wingmark/contract/subjects'
import type { Actor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'

/** The parts of a share link that decide access. */
export type LinkFacts = {
  id: string
  /** The review's plain address: a link without a code. */
  isPlain: boolean
  access: ShareAccess
  epoch: number
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  /** Earlier versions of the files are hidden. */
  onlyCurrent: boolean
  /** Its holders may decide in rounds without named reviewers, if it lets them comment. */
  allowDecide: boolean
}

/** What the database knows about a review, a caller and the link that they showed. */
export type AccessFacts = {
  reviewId: string
  ownerId: string
  visibility: Visibility
  epoch: number
  memberRole: MemberRole | null
  /** The review's first link, whose terms apply to everyone while the review is public. */
  firstLink: LinkFacts
  /** The link that the caller showed: the plain address without one, null for another review's link. */
  link: LinkFacts | null
}

/** How the caller showed a link: not at all, by code or plain address, or by an earlier token. */
export type LinkEvidence = 'none' | 'code' | 'token'

/** What file addresses depend on: they work while the subject of `via` still has this `stamp`. */
export type Grant = {
  /** Part of the address: `m-<session>`, `l-<link>` or `p`. */
  via: string
  stamp: string
}

/** The caller may see the review; made only by `decideAccess`, so an unchecked review has another type. */
export type ReviewAccess = {
  readonly subject: Subject
  readonly reviewId: string
  readonly ownerId: string
  readonly visibility: Visibility
  readonly epoch: number
  readonly via: 'owner' | 'member' | 'link' | 'public'
  readonly role: MemberRole
  /** The caller's id; null for guests and visitors. */
  readonly user: string | null
  /** The link that they came by. */
  readonly link: LinkFacts | null
  readonly grant: Grant
  readonly mayDownload: boolean
  /** In rounds without named reviewers. */
  readonly mayDecide: boolean
  /** See `mayReadEarlierVersions`. */
  readonly onlyCurrent: boolean
  /** A user who came by a link can become a member through it. */
  readonly mayJoin: boolean
  /** When this access ends by itself. */
  readonly endsAt: Date | null
}

type Granted = { outcome: 'granted'; access: ReviewAccess }
export type Decision = Granted | { outcome: 'hidden' | 'expired' | 'key-needed' }

const linkRole = (access: ShareAccess): MemberRole =>
  access === 'COMMENT' || access === 'EDIT' ? 'COMMENTER' : 'VIEWER'

/** The role that joining by a link gives. */
export function roleByJoining(access: ShareAccess): Exclude<MemberRole, 'OWNER'> {
  if (access === 'EDIT') return 'EDITOR'
  return access === 'COMMENT' ? 'COMMENTER' : 'VIEWER'
}

export const sessionGrant = (sessionId: string, role: MemberRole | 'OWN' | 'MESSAGE'): Grant => ({
  via: `m-${sessionId}`,
  stamp: role,
})
/** The reader's role comes first, then the stamp of public access; null without either. */
export const rowGrant = (
  sessionId: string,
  { role, stamp }: { role: MemberRole | 'OWN' | null; stamp: string | null },
): Grant | null => (role ? sessionGrant(sessionId, role) : stamp === null ? null : { via: 'p', stamp })
export const linkGrant = (link: LinkFacts, epoch: number): Grant => ({
  via: `l-${link.id}`,
  stamp: linkStamp(link.epoch, epoch),
})
export const linkStamp = (linkEpoch: number, reviewEpoch: number) => `${linkEpoch}.${reviewEpoch}`

/** Who may see a review, and as what. `now` is the server's clock. */
export function decideAccess(facts: AccessFacts, actor: Actor, evidence: LinkEvidence, now: Date): Decision {
  const user = actor.kind === 'user' ? actor.id : null
  if (actor.kind === 'user') {
    const role = actor.id === facts.ownerId ? 'OWNER' : facts.memberRole
    const mayDecide = role !== null && role !== 'VIEWER'
    if (role) return granted(facts, { role, user, grant: sessionGrant(actor.sessionId, role), mayDecide })
  }
  if (facts.visibility === 'PRIVATE') return { outcome: 'hidden' }
  const byLink = decideByLink(facts, actor, evidence, now)
  if (facts.visibility !== 'PUBLIC') return byLink
  const { firstLink, epoch } = facts
  const open = granted(facts, {
    role: linkRole(firstLink.access),
    user,
    grant: { via: 'p', stamp: linkStamp(firstLink.epoch, epoch) },
    mayDownload: firstLink.allowDownload,
    mayDecide: letsDecide(firstLink),
    onlyCurrent: firstLink.onlyCurrent,
  })
  return byLink.outcome === 'granted' && allowsAsMuch(byLink.access, open.access) ? byLink : open
}

function decideByLink(facts: AccessFacts, actor: Actor, evidence: LinkEvidence, now: Date): Decision {
  const { link, epoch } = facts
  if (!link || evidence === 'none' || link.access === 'NONE') return { outcome: 'hidden' }
  // Everyone sees a public review, so its plain address adds nothing.
  if (link.isPlain && facts.visibility === 'PUBLIC') return { outcome: 'hidden' }
  if (link.expiresAt && link.expiresAt <= now) return { outcome: 'expired' }
  if (evidence === 'code' && link.hasAccessKey) return { outcome: 'key-needed' }
  const { allowDownload, onlyCurrent, expiresAt } = link
  const role = linkRole(link.access)
  return granted(facts, {
    role,
    user: actor.kind === 'user' ? actor.id : null,
    grant: linkGrant(link, epoch),
    link,
    mayDownload: allowDownload,
    mayDecide: letsDecide(link),
    onlyCurrent,
    mayJoin: actor.kind === 'user' && !link.isPlain,
    endsAt: expiresAt,
  })
}

const letsDecide = ({ allowDecide, access }: LinkFacts) => allowDecide && linkRole(access) === 'COMMENTER'

type Terms = {
  role: MemberRole
  user: string | null
  mayDecide: boolean
  grant: Grant
  link?: LinkFacts
  mayDownload?: boolean
  onlyCurrent?: boolean
  mayJoin?: boolean
  endsAt?: Date | null
}

function granted(facts: AccessFacts, terms: Terms): Granted {
  const { reviewId, ownerId, visibility, epoch } = facts
  const {
    role,
    user,
    mayDecide,
    grant,
    link = null,
    mayDownload = true,
    mayJoin = false,
    endsAt = null,
  } = terms
  const { onlyCurrent = false } = terms
  const byRole = role === 'OWNER' ? 'owner' : 'member'
  const via = link ? 'link' : grant.via === 'p' ? 'public' : byRole
  const access = {
    subject: ofReview(reviewId),
    reviewId,
    ownerId,
    visibility,
    epoch,
    via,
    role,
    user,
    link,
    grant,
    mayDownload,
    mayDecide,
    onlyCurrent,
    mayJoin,
    endsAt,
  } as const
  return { outcome: 'granted', access }
}

type Allowing = Pick<ReviewAccess, 'role'> & Partial<Pick<ReviewAccess, 'mayDownload' | 'onlyCurrent'>>

/** True if `access` allows everything that `other` does. */
export function allowsAsMuch(access: Allowing, other: Allowing): boolean {
  const showsAsMuch = !access.onlyCurrent || other.onlyCurrent === true
  return isAtLeast(access, other.role) && (access.mayDownload || !other.mayDownload) && showsAsMuch
}

const ranks: Record<MemberRole, number> = { VIEWER: 0, COMMENTER: 1, EDITOR: 2, OWNER: 3 }

export function isAtLeast(access: Pick<ReviewAccess, 'role'>, role: MemberRole): boolean {
  return ranks[access.role] >= ranks[role]
}

/** Earlier versions of the files, and comments made on them; a link can show only the current ones. */
export const mayReadEarlierVersions = (access: Pick<ReviewAccess, 'onlyCurrent'>) => !access.onlyCurrent
export const isMember = (access: ReviewAccess) => access.via === 'owner' || access.via === 'member'
export const canEditReview = (access: ReviewAccess) => isAtLeast(access, 'EDITOR')
export const canComment = (access: ReviewAccess) => isAtLeast(access, 'COMMENTER')
/** Resolve, reopen and delete anyone's comments. */
export const canModerate = (access: Pick<ReviewAccess, 'role'>) => isAtLeast(access, 'EDITOR')
/** Members who may comment resolve their own; those with only a link resolve none. */
export const canResolveOwn = (access: Pick<ReviewAccess, 'role' | 'via'>) =>
  canModerate(access) || (access.via === 'member' && isAtLeast(access, 'COMMENTER'))
export const canShareReview = (access: ReviewAccess) => access.role === 'OWNER'
export const canDeleteReview = (access: ReviewAccess) => access.role === 'OWNER'

const invitable = ['EDITOR', 'COMMENTER', 'VIEWER'] as const

/** Whether the caller may admit others as commenters. */
export const canLetIn = (access: ReviewAccess) =>
  isMember(access) && rolesToInvite(access).includes('COMMENTER')

/** The roles that the caller may invite to. */
export function rolesToInvite(access: Pick<ReviewAccess, 'role'>): (typeof invitable)[number][] {
  if (access.role === 'OWNER') return [...invitable]
  return access.role === 'EDITOR' ? ['COMMENTER', 'VIEWER'] : []
}
