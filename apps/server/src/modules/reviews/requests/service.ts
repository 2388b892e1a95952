import { alreadyMember, type InvitedRole, unknownPerson } from '@wingmark/contract/invitations'
import type { AccessRequest } from '@wingmark/contract/members'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, signalInboxes, signalSubject } from '#server/modules/events/service'
import { inviteByName, requireStillSo } from '#server/modules/members/invitations/service'
import { addMemberRow, countPending, type Insider, requireRoom } from '#server/modules/members/service'
import { membershipOf } from '#server/modules/reviews/members/membership'
import {
  findAddable,
  listRequestRows,
  notifyLetIn,
  putRequest,
  takeRequest,
} from '#server/modules/reviews/requests/store'
import { DomainError, invalidFields } from '#server/platform/domain-error'

/** Notifies the owner, once within some days; does nothing for members. Checks no permission. Throws RATE_LIMITED. */
export async function askForAccess(deps: Deps, actor: UserActor, review: string): Promise<void> {
  await deps.limits.consume({ accessAskByUser: actor.id })
  const asked = { review, user: actor.id, by: actor.name }
  signalInboxes(deps, await deps.db.orm.transaction((tx) => putRequest(tx, asked)))
}

/** For the review's owner. Checks no permission. */
export async function listRequests(deps: Deps, actor: UserActor, review: string): Promise<AccessRequest[]> {
  const rows = await listRequestRows(deps.db, review, actor.id)
  return rows.map(({ askedAt, ...one }) => ({ ...one, askedAt: askedAt.toISOString() }))
}

type Added = { review: string; person: string; role: InvitedRole }

/**
 * Adds askers at once, invites others the caller knows; returns new members. Checks no permission. Throws
 * INVALID_FIELDS, CONFLICT, RATE_LIMITED.
 */
export async function addByName(
  deps: Deps,
  insider: Insider,
  { review, person, role }: Added,
): Promise<{ _id: string; name: string } | null> {
  const { actor } = insider
  await deps.limits.consume({ reviewByUser: actor.id })
  const found = await findAddable(deps.db, { review, asker: actor.id, person })
  if (!found) throw invalidFields({ person: unknownPerson })
  if (found.isIn) throw new DomainError('CONFLICT', { message: alreadyMember })
  const membership = membershipOf(review)
  if (!found.hasAsked) {
    await inviteByName(deps, membership, insider, { role, people: [person], field: 'person' })
    return null
  }
  const { subject } = membership
  const notified = await deps.db.orm.transaction(async (tx) => {
    await requireStillSo(tx, membership, insider)
    await takeRequest(tx, review, person)
    if (!(await addMemberRow(tx, subject, person, role))) return []
    await requireRoom(tx, membership, await countPending(tx, subject), 'person')
    await recordActivity(tx, { subject, actor, action: 'INVITED', target: found.name, after: role })
    await recordActivity(tx, { subject, actor: { kind: 'user', id: person }, action: 'JOINED', after: role })
    await addEvent(tx, subject, { event: 'review.updated', targetId: review })
    return notifyLetIn(tx, { review, user: person, by: actor.name })
  })
  signalSubject(deps, subject)
  signalInboxes(deps, notified)
  return { _id: person, name: found.name }
}
