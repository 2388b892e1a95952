import * as contract from '@wingmark/contract/reviews'
import { type JsonText, withMember } from '#server/http/json-text'
import type { Mounting } from '#server/http/mount'
import { allowIndexing } from '#server/http/security-headers'
import { mountInvitations } from '#server/modules/reviews/invitations/routes'
import { mountLinks } from '#server/modules/reviews/links/routes'
import { mountMembers } from '#server/modules/reviews/members/routes'
import * as service from '#server/modules/reviews/service'
import { changeShareAccess, changeVisibility } from '#server/modules/reviews/sharing/service'
import {
  deleteForGood,
  deleteReview,
  listDeleted,
  restoreReview,
} from '#server/modules/reviews/trash/service'

/** Comments are JSON already and are inserted unchanged. */
function openingText({
  head,
  comments,
  ...more
}: service.ReviewOpening & { shareToken?: string; deviceToken?: string }): JsonText {
  return { jsonText: `"result":${withMember(JSON.stringify({ ...head, ...more }), 'comments', comments)}` }
}

export function mountReviews(given: Mounting): void {
  const { mount, deps } = given
  mountLinks(given)
  mountMembers(given)
  mountInvitations(given)
  mount(contract.createReview, async ({ actor, body, idempotencyKey }) => ({
    result: await service.createReview(deps, actor, body, idempotencyKey),
  }))
  mount(contract.listMyReviews, ({ actor, query }) => service.listOwn(deps, actor, query))
  mount(contract.archiveReview, async ({ actor, share, params, body }) => ({
    result: await service.archiveReview(deps, { actor, share }, params.id, body.archived),
  }))
  mount(contract.listPublicReviews, ({ actor, query, reply }) => {
    allowIndexing(reply)
    return service.listFor(deps, actor, { publicNamed: query.name ?? '' }, query)
  })
  mount(contract.listPublicReviewsOfUser, ({ actor, params, query, reply }) => {
    allowIndexing(reply)
    return service.listFor(deps, actor, { publicOf: params.id }, query)
  })
  mount(contract.getReview, async ({ actor, share, params, ip, reply }) => {
    const opening = await service.getReviewPage(deps, { actor, share, ip }, params.id)
    if (opening.head.review.visibility === 'PUBLIC') allowIndexing(reply)
    return openingText(opening)
  })
  mount(contract.updateReview, async ({ actor, share, params, body }) => ({
    result: await service.updateReview(deps, { actor, share }, params.id, body),
  }))
  mount(contract.moveFiles, async ({ actor, share, params, body }) => ({
    result: await service.moveFiles(deps, { actor, share }, params.id, body),
  }))
  mount(contract.deleteReview, async ({ actor, share, params }) => {
    await deleteReview(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.listDeletedReviews, ({ actor, query }) => listDeleted(deps, actor, query))
  mount(contract.restoreReview, async ({ actor, share, params }) => ({
    result: await restoreReview(deps, { actor, share }, params.id),
  }))
  mount(contract.deleteReviewForGood, async ({ actor, share, params }) => {
    await deleteForGood(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.openShare, async ({ actor, ip, body }) =>
    openingText(
      await service.openShare(deps, {
        actor,
        ip,
        deviceToken: body.deviceToken,
        accessKey: body.accessKey ?? null,
        ...(body.review === undefined ? { shareCode: body.shareCode ?? '' } : { review: body.review }),
      }),
    ),
  )
  mount(contract.changeVisibility, async ({ actor, share, params, body }) => ({
    result: await changeVisibility(deps, { actor, share }, params.id, body.visibility),
  }))
  mount(contract.changeShareAccess, async ({ actor, share, params, body }) => ({
    result: await changeShareAccess(deps, { actor, share }, params.id, body),
  }))
}
