import { workspaceReviewsMax } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canEditReview } from '#server/modules/access/policy'
import { requireAbility } from '#server/modules/access/service'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { canEditWorkspace } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { requireLocked } from '#server/modules/workspaces/deletion'
import { countLinked, deleteLink, insertLink } from '#server/modules/workspaces/reviews/store'
import { invalidFields, notFound } from '#server/platform/domain-error'

/** A review that the caller owns or edits. Throws NOT_FOUND for hidden ones, INVALID_FIELDS for too many. */
export async function linkReview(deps: Deps, actor: UserActor, id: string, review: string): Promise<void> {
  await requireWorkspace(deps, actor, { workspace: id }, canEditWorkspace)
  await requireAbility(deps, { actor, share: null }, { review }, canEditReview)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    await requireLocked(tx, id)
    await insertLink(tx, id, review)
    if ((await countLinked(tx, id)) > workspaceReviewsMax)
      throw invalidFields({ review: `A workspace can have at most ${workspaceReviewsMax} reviews.` })
    await addEvent(tx, ofWorkspace(id), { event: 'workspace.updated', targetId: id })
  })
  signalSubject(deps, ofWorkspace(id))
}

export async function unlinkReview(deps: Deps, actor: UserActor, id: string, review: string): Promise<void> {
  await requireWorkspace(deps, actor, { workspace: id }, canEditWorkspace)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    if (!(await deleteLink(tx, id, review))) throw notFound()
    await addEvent(tx, ofWorkspace(id), { event: 'workspace.updated', targetId: id })
  })
  signalSubject(deps, ofWorkspace(id))
}
