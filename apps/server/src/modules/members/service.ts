import type { MemberList } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { isAtLeast, rolesToInvite } from '#server/modules/access/policy'
import type { PeopledSubject } from '#server/modules/access/subjects/policy'
import { signalInboxes, signalSubject } from '#server/modules/events/service'
import { presentInvitation } from '#server/modules/members/invitations/present'
import { listPending, revokeAround } from '#server/modules/members/invitations/store'
import { presentMember } from '#server/modules/members/present'
import {
  countMembers,
  deleteMember,
  listMemberRows,
  lockMember,
  putMember,
} from '#server/modules/members/store'
import { forbidden, invalidFields, notFound } from '#server/platform/domain-error'

export { countPending } from '#server/modules/members/invitations/store'
export { addMemberRow } from '#server/modules/members/store'
export { unverifiedMembers } from '#server/modules/members/unverified-work/store'

/** A change to a subject's people. */
export type MembershipChange = {
  action:
    | 'JOINED'
    | 'LEFT'
    | 'REMOVED'
    | 'ROLE_CHANGED'
    | 'HANDED_OVER'
    | 'INVITED'
    | 'INVITATION_REVOKED'
    | 'INVITATION_DECLINED'
  /** The member it affects. */
  member?: string
  /** The invited addresses. */
  emails?: readonly string[]
  /** The member's name, or the addresses. */
  target?: string
  before?: string
  after?: string
  /** Someone else has fewer rights than before. */
  isLess?: boolean
}

/** A subject with members, as its module describes it. */
export type Membership = {
  readonly subject: PeopledSubject
  /** The message when a change would leave it without an owner. */
  readonly needsOwner: string
  /** Besides the owner; pending invitations count. */
  readonly membersMax: number
  /** The name of the invitation email. */
  readonly letter: string
  /** Changes to its people take turns. Null if it is gone. */
  lock: (tx: Transaction) => Promise<{ ownerId: string } | null>
  changeOwner: (tx: Transaction, owners: { from: string; to: string }) => Promise<void>
  /** Records the change and its effects. Must come last in the transaction; returns who was notified. */
  record: (tx: Transaction, actor: UserActor, change: MembershipChange) => Promise<string[]>
}

/** The caller, after the access check. */
export type Insider = { actor: UserActor; role: MemberRole }

export async function listMembers(
  deps: Deps,
  { subject, membersMax }: Membership,
  { actor, role }: Insider,
): Promise<MemberList> {
  const canInvite = rolesToInvite({ role })
  const [members, pending] = await Promise.all([
    listMemberRows(deps.db, subject, actor.id),
    canInvite.length > 0
      ? listPending(deps.db, subject, { most: membersMax, invitedBy: role === 'OWNER' ? null : actor.id })
      : [],
  ])
  return {
    members: members.map((row) => presentMember(row, { id: actor.id, role })),
    invitations: pending.map(presentInvitation),
    can: { invite: canInvite, leave: role !== 'OWNER' },
  }
}

/** OWNER transfers ownership. Throws INVALID_FIELDS if it would have no owner. */
export async function changeRole(
  deps: Deps,
  membership: Membership,
  actor: UserActor,
  { memberId, role }: { memberId: string; role: MemberRole },
): Promise<void> {
  const { subject } = membership
  await deps.db.orm.transaction(async (tx) => {
    await requireOwner(tx, membership, actor)
    if (memberId === actor.id) {
      if (role !== 'OWNER') throw invalidFields({ role: membership.needsOwner })
      return
    }
    const member = await lockMember(tx, subject, memberId)
    if (!member) throw notFound()
    if (member.role === role) return
    if (role === 'OWNER') await handOver(tx, membership, { from: actor.id, to: memberId })
    else await putMember(tx, subject, memberId, role)
    // Members who may no longer invite lose their pending invitations.
    if (member.role === 'EDITOR' && role !== 'OWNER') await revokeAround(tx, subject, memberId)
    await membership.record(tx, actor, {
      action: role === 'OWNER' ? 'HANDED_OVER' : 'ROLE_CHANGED',
      member: memberId,
      target: member.name,
      before: member.role,
      after: role,
      isLess: !isAtLeast({ role }, member.role),
    })
  })
  signalSubject(deps, subject)
}

/** The owner removes anyone else; everyone else may leave. */
export async function removeMember(
  deps: Deps,
  membership: Membership,
  actor: UserActor,
  memberId: string,
): Promise<void> {
  const { subject } = membership
  const isLeaving = memberId === actor.id
  const notified = await deps.db.orm.transaction(async (tx) => {
    if (!isLeaving) await requireOwner(tx, membership, actor)
    else if ((await membership.lock(tx))?.ownerId === actor.id)
      throw invalidFields({ role: membership.needsOwner })
    const member = await lockMember(tx, subject, memberId)
    if (!member) throw notFound()
    await deleteMember(tx, subject, memberId)
    await revokeAround(tx, subject, memberId)
    const action = isLeaving ? 'LEFT' : 'REMOVED'
    return membership.record(tx, actor, {
      action,
      member: memberId,
      target: member.name,
      before: member.role,
      isLess: !isLeaving,
    })
  })
  signalSubject(deps, subject)
  signalInboxes(deps, notified)
}

/** Needs the lock on its people; `more`: new people. Throws INVALID_FIELDS about `field`. */
export async function requireRoom(
  tx: Transaction,
  { subject, membersMax }: Membership,
  more: number,
  field: string,
): Promise<void> {
  if ((await countMembers(tx, subject)) + more > membersMax)
    throw invalidFields({ [field]: `There can be at most ${membersMax} members besides the owner.` })
}

// Ownership may have been transferred since the lookup.
async function requireOwner(tx: Transaction, membership: Membership, actor: UserActor): Promise<void> {
  const locked = await membership.lock(tx)
  if (!locked) throw notFound()
  if (locked.ownerId !== actor.id) throw forbidden()
}

/** The previous owner becomes an editor. Needs the lock on its people. */
export async function handOver(
  tx: Transaction,
  membership: Membership,
  owners: { from: string; to: string },
): Promise<void> {
  await deleteMember(tx, membership.subject, owners.to)
  await membership.changeOwner(tx, owners)
  await putMember(tx, membership.subject, owners.from, 'EDITOR')
}
