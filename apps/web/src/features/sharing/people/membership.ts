import type { InvitedRole } from '@wingmark/contract/invitations'
import type { Review } from '@wingmark/contract/reviews'
import type { PeopledSubject } from '#web/features/sharing/people/people-queries'
import { roleAbilities, workspaceRoleAbilities } from '#web/lib/roles'

/** A subject with members, and its sentences. */
export type Membership = PeopledSubject & {
  name: string
  noun: 'review' | 'workspace'
  /** Beside the owner if there is nobody else. */
  alone: string
  /** Follows the name of the person removed or made owner. */
  removed: string
  handedOver: string
  left: string
  abilities: Record<InvitedRole, string>
}

export function membershipOfReview({ _id, name, visibility }: Review): Membership {
  const byLink = visibility === 'PRIVATE' ? '' : ' A link they have still opens the review.'
  return {
    kind: 'REVIEW',
    _id,
    name,
    noun: 'review',
    alone: 'No one else yet. Members find the review in their own list. For a quick look, a link is enough.',
    removed: `loses access immediately, on every device. What they wrote stays.${byLink}`,
    handedOver:
      'decides who gets in from then on, and the files count towards their storage. You become an editor.',
    left: 'It disappears from your list, and you need a link or an invitation to come back. What you wrote stays.',
    abilities: roleAbilities,
  }
}

export function membershipOfWorkspace({ _id, name }: { _id: string; name: string }): Membership {
  return {
    kind: 'WORKSPACE',
    _id,
    name,
    noun: 'workspace',
    alone: 'No one else yet. Members see every task, take them on, and see changes live.',
    removed:
      'loses access immediately, on every device. Their tasks become unassigned; what they wrote stays.',
    handedOver: 'decides who gets in from then on. You become an editor.',
    left: 'It disappears from your list, and you need an invitation to come back. Your tasks become unassigned; your private notes stay yours.',
    abilities: workspaceRoleAbilities,
  }
}
