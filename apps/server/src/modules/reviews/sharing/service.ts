import type { ChangeShareAccessBody, Visibility } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import { canShareReview } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { presentClosing } from '#server/modules/reviews/links/present'
import { changeLink, closePlainAddress, setPlainAddress } from '#server/modules/reviews/links/service'
import { endKeysOf } from '#server/modules/reviews/links/store'
import { presentFor } from '#server/modules/reviews/service'
import { lockReview, raiseEpoch, updateReviewRow } from '#server/modules/reviews/store'
import { notFound } from '#server/platform/domain-error'

const order: Record<Visibility, number> = { PRIVATE: 0, UNLISTED: 1, PUBLIC: 2 }

export async function changeVisibility(deps: Deps, caller: UserCaller, id: string, visibility: Visibility) {
  await requireAbility(deps, caller, { review: id }, canShareReview)
  await deps.limits.consume({ reviewByUser: caller.actor.id })
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    const before = await lockReview(tx, id)
    if (!before) throw notFound()
    await updateReviewRow(tx, id, { visibility })
    const isLower = order[visibility] < order[before.visibility]
    if (isLower) await raiseEpoch(tx, id)
    if (visibility === 'PRIVATE') await endKeysOf(tx, id)
    await addEvent(tx, ofReview(id), { event: 'review.updated', targetId: id })
    if (visibility === before.visibility) return false
    const change = { before: before.visibility, after: visibility }
    await recordActivity(tx, {
      subject: ofReview(id),
      actor: caller.actor,
      action: 'VISIBILITY_CHANGED',
      ...change,
    })
    return isLower && (await closePlainAddress(tx, id, caller.actor))
  })
  signalSubject(deps, ofReview(id))
  return { _id: id, review: await presentFor(deps, caller, id), ...presentClosing(hasClosed) }
}

/** Changes the first link, then opens or closes the plain address if requested. */
export async function changeShareAccess(
  deps: Deps,
  caller: UserCaller,
  id: string,
  { plainAddress, ...change }: ChangeShareAccessBody,
) {
  const isOfLink = plainAddress === undefined || Object.keys(change).length > 0
  const hasClosed = isOfLink && (await changeLink(deps, caller, id, null, change))
  if (plainAddress !== undefined) await setPlainAddress(deps, caller, id, plainAddress)
  const { share } = await presentFor(deps, caller, id)
  return { ...share, ...presentClosing(hasClosed && plainAddress === undefined) }
}
