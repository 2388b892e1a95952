import type { Mentionable } from '@wingmark/contract/comments'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import { canComment, canLetIn, isMember, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { distinct } from '#server/modules/comments/content/service'
import { findConnections, findMentionable, findOutsiders } from '#server/modules/comments/mentionable/store'

const mentionableMax = 20

/** Members see members; others see only people who wrote here. A Pilot's connections follow, even without permission to invite. */
export async function listMentionable(
  deps: Deps,
  caller: Caller,
  review: string,
  word: string,
): Promise<Mentionable[]> {
  const access = await requireAbility(deps, caller, { review }, canComment)
  const asker = caller.actor.kind === 'user' ? caller.actor.id : null
  const asked = { review: access.reviewId, word }
  const inside = await findMentionable(deps.db, { ...asked, asker, isMember: isMember(access) })
  const present = inside.map((one) => ({ ...one, standing: 'IN' as const }))
  const left = mentionableMax - present.length
  if (asker === null || left === 0) return present
  const outside = await findConnections(deps.db, { ...asked, asker, limit: left })
  return [
    ...present,
    ...outside.map(({ isInvited, ...one }) => ({
      ...one,
      standing: canLetIn(access)
        ? isInvited
          ? ('INVITED' as const)
          : ('TO_INVITE' as const)
        : ('OUTSIDE' as const),
    })),
  ]
}

/** Invites mentioned outsiders; returns whether there were any. Throws RATE_LIMITED, INVALID_FIELDS where the review is full. */
export async function inviteMentioned(
  deps: Deps,
  actor: WriterActor,
  access: ReviewAccess,
  mentions: readonly string[],
): Promise<boolean> {
  if (mentions.length === 0 || actor.kind !== 'user' || !canLetIn(access)) return false
  const { reviewId, role } = access
  const named = distinct(mentions)
  const people = await findOutsiders(deps.db, { review: reviewId, asker: actor.id, people: named })
  if (people.length === 0) return false
  for (const listen of deps.parts.on['comment.mentions'])
    await listen(deps, { actor, reviewId, role, people })
  return true
}
