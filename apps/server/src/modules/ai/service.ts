import type { AiStatus } from '@wingmark/contract/ai'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canShareReview } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvents, signalSubject } from '#server/modules/events/service'
import { setAiMayRead } from '#server/modules/reviews/service'
import { findUser, updateUser } from '#server/modules/users/service'

export async function getStatus(deps: Deps, actor: UserActor): Promise<AiStatus> {
  if (!deps.ai) return { model: 'OFF', isOn: true, isTold: false }
  const [user, model] = await Promise.all([findUser(deps.db.orm, actor.id), deps.ai.state()])
  const { about } = deps.ai
  return { model, ...about, isOn: user?.usesAi ?? true, isTold: user?.aiNoticeHost === about.host }
}

export async function changeSettings(
  deps: Deps,
  actor: UserActor,
  { isOn, isTold }: { isOn?: boolean | undefined; isTold?: true | undefined },
): Promise<AiStatus> {
  await deps.limits.consume({ aiSettingByUser: actor.id })
  await updateUser(deps.db.orm, actor.id, {
    ...(isOn === undefined ? {} : { usesAi: isOn }),
    ...(isTold && deps.ai ? { aiNoticeHost: deps.ai.about.host } : {}),
  })
  return getStatus(deps, actor)
}

/** For the review's owner. */
export async function changeMayRead(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  mayRead: boolean,
): Promise<{ _id: string; mayRead: boolean }> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  await deps.limits.consume({ aiSettingByUser: caller.actor.id })
  const subject = ofReview(reviewId)
  await deps.db.orm.transaction(async (tx) => {
    if (!(await setAiMayRead(tx, reviewId, mayRead))) return
    const action = mayRead ? 'AI_ALLOWED' : 'AI_FORBIDDEN'
    await recordActivity(tx, { subject, actor: caller.actor, action })
    await addEvents(tx, subject, [{ event: 'review.updated', targetId: reviewId }])
  })
  signalSubject(deps, subject)
  return { _id: reviewId, mayRead }
}
