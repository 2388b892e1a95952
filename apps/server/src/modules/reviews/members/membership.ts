import { reviewMembersMax } from '@wingmark/contract/limits'
import { needsOwner } from '@wingmark/contract/members'
import type { Transaction } from '#server/db/client'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent } from '#server/modules/events/service'
import { unsafeChangeOwner, unsafeLeaveDesigns } from '#server/modules/files/change-owner/service'
import type { Membership } from '#server/modules/members/service'
import { closePlainAddress } from '#server/modules/reviews/links/service'
import { takeRequest } from '#server/modules/reviews/requests/store'
import { changeOwner, lockReview } from '#server/modules/reviews/store'

export const invitationEmailName = 'reviews:invitation'

/** A review's people. Removing rights closes its plain address; `outcome` says so. */
export function membershipOf(reviewId: string, outcome = { hasClosed: false }): Membership {
  const subject = ofReview(reviewId)
  return {
    subject,
    needsOwner,
    membersMax: reviewMembersMax,
    letter: invitationEmailName,
    lock: (tx) => lockReview(tx, reviewId),
    async changeOwner(tx, { from, to }) {
      await unsafeChangeOwner(tx, { reviewId, from, to })
      await changeOwner(tx, reviewId, to)
    },
    async record(tx, actor, { isLess = false, action, member, target, before, after }) {
      if (member !== undefined && (action === 'LEFT' || action === 'REMOVED'))
        await leaveDesigns(tx, reviewId, member)
      const given = {
        ...(target === undefined ? {} : { target }),
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      }
      await recordActivity(tx, { subject, actor, action, ...given })
      if (action === 'JOINED') await takeRequest(tx, reviewId, actor.id)
      outcome.hasClosed = isLess && (await closePlainAddress(tx, reviewId, actor))
      const isQuiet = action === 'INVITED' || action === 'INVITATION_REVOKED'
      if (!isQuiet || outcome.hasClosed)
        await addEvent(tx, subject, { event: 'review.updated', targetId: reviewId })
      return []
    },
  }
}

async function leaveDesigns(tx: Transaction, reviewId: string, from: string): Promise<void> {
  const review = await lockReview(tx, reviewId)
  if (review) await unsafeLeaveDesigns(tx, { reviewId, from, to: review.ownerId })
}
