import * as contract from '@wingmark/contract/share-links'
import type { Mounting } from '#server/http/mount'
import { presentClosing } from '#server/modules/reviews/links/present'
import * as service from '#server/modules/reviews/links/service'

export function mountLinks({ mount, deps }: Mounting): void {
  mount(contract.listShareLinks, async ({ actor, share, params }) => ({
    results: await service.listShareLinks(deps, { actor, share }, params.id),
  }))
  mount(contract.createShareLink, async ({ actor, share, params, body, idempotencyKey }) => ({
    result: await service.createShareLink(deps, { actor, share }, params.id, body, idempotencyKey),
  }))
  mount(contract.changeShareLink, async ({ actor, share, params, body }) => ({
    result: await service.changeShareLink(deps, { actor, share }, params.id, params.linkId, body),
  }))
  mount(contract.deleteShareLink, async ({ actor, share, params }) => {
    const hasClosed = await service.deleteShareLink(deps, { actor, share }, params.id, params.linkId)
    return { result: { _id: params.linkId, ...presentClosing(hasClosed) } }
  })
}
