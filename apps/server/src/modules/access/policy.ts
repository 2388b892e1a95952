import type { MemberRole, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import type { Actor } from '#server/http/actor'

/** What the database knows about one review, one caller and the review's link. */
export type AccessFacts = {
  reviewId: string
  ownerId: string
  visibility: Visibility
  epoch: number
  memberRole: MemberRole | null
  link: {
    code: string
    access: ShareAccess
    hasAccessKey: boolean
    expiresAt: Date | null
    allowDownload: boolean
  }
}

/** What the caller showed: nothing, the link's code, or a token that an opened link gave. */
export type ShareProof = 'none' | 'code' | 'token'

/** The caller may see the review; made only by `decideAccess`, so an unchecked review has another type. */
export type ReviewAccess = {
  readonly reviewId: string
  readonly ownerId: string
  readonly visibility: Visibility
  readonly epoch: number
  readonly via: 'owner' | 'member' | 'link' | 'public'
  readonly role: MemberRole
  readonly mayDownload: boolean
  /** When what was granted ends by itself. */
  readonly endsAt: Date | null
}

export type Decision =
  | { outcome: 'granted'; access: ReviewAccess }
  | { outcome: 'hidden' | 'expired' | 'key-needed' }

const linkRole = (access: ShareAccess): MemberRole =>
  access === 'COMMENT' || access === 'EDIT' ? 'COMMENTER' : 'VIEWER'

/** Who may see a review, and as what. `now` is the server's clock. */
export function decideAccess(facts: AccessFacts, actor: Actor, proof: ShareProof, now: Date): Decision {
  const grant = (
    via: ReviewAccess['via'],
    role: MemberRole,
    mayDownload = true,
    endsAt: Date | null = null,
  ): Decision => {
    const { reviewId, ownerId, visibility, epoch } = facts
    return {
      outcome: 'granted',
      access: { reviewId, ownerId, visibility, epoch, via, role, mayDownload, endsAt },
    }
  }
  if (actor.kind === 'user' && actor.id === facts.ownerId) return grant('owner', 'OWNER')
  if (facts.memberRole) return grant('member', facts.memberRole)
  if (facts.visibility === 'PRIVATE') return { outcome: 'hidden' }

  const { link } = facts
  if (facts.visibility === 'PUBLIC') return grant('public', linkRole(link.access), link.allowDownload)
  if (proof === 'none' || link.access === 'NONE') return { outcome: 'hidden' }
  if (link.expiresAt && link.expiresAt <= now) return { outcome: 'expired' }
  if (proof === 'code' && link.hasAccessKey) return { outcome: 'key-needed' }
  return grant('link', linkRole(link.access), link.allowDownload, link.expiresAt)
}

const ranks: Record<MemberRole, number> = { VIEWER: 0, COMMENTER: 1, EDITOR: 2, OWNER: 3 }

export function isAtLeast(access: ReviewAccess, role: MemberRole): boolean {
  return ranks[access.role] >= ranks[role]
}

export const canEditReview = (access: ReviewAccess) => isAtLeast(access, 'EDITOR')
export const canComment = (access: ReviewAccess) => isAtLeast(access, 'COMMENTER')
/** Resolve, reopen and delete anybody's comments. */
export const canModerate = (access: ReviewAccess) => isAtLeast(access, 'EDITOR')
/** Members with a commenter's role resolve their own; whoever came by a link resolves none. */
export const canResolveOwn = (access: ReviewAccess) =>
  canModerate(access) || (access.via === 'member' && canComment(access))
export const canShareReview = (access: ReviewAccess) => access.role === 'OWNER'
export const canDeleteReview = (access: ReviewAccess) => access.role === 'OWNER'
