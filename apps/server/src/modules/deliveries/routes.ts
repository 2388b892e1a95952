import * as contract from '@wingmark/contract/deliveries'
import * as received from '@wingmark/contract/received-deliveries'
import type { Mounting } from '#server/http/mount'
import { requireSent } from '#server/modules/access/deliveries/service'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { readActivity } from '#server/modules/activity/service'
import * as links from '#server/modules/deliveries/links/service'
import * as opening from '#server/modules/deliveries/recipient/service'
import * as service from '#server/modules/deliveries/service'

export function mountDeliveries({ mount, deps }: Mounting): void {
  mount(contract.createDelivery, async ({ actor, share, body, idempotencyKey }) => ({
    result: await service.createDelivery(deps, { actor, share }, body, idempotencyKey),
  }))
  mount(contract.listDeliveries, ({ actor, query }) => service.listDeliveries(deps, actor, query))
  mount(contract.getDelivery, async ({ actor, share, params }) => ({
    result: await service.getDelivery(deps, { actor, share }, params.id),
  }))
  mount(contract.listDeliveryItems, ({ actor, share, params, query }) =>
    service.listDeliveryItems(deps, { actor, share }, params.id, query),
  )
  mount(contract.changeDelivery, async ({ actor, share, params, body }) => ({
    result: await service.changeDelivery(deps, { actor, share }, params.id, body),
  }))
  mount(contract.deleteDelivery, async ({ actor, share, params }) => {
    await service.deleteDelivery(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.remindRecipients, async ({ actor, share, params, body }) => ({
    result: await service.remindRecipients(deps, { actor, share }, params.id, body.link ?? null),
  }))
  mount(contract.listDeliveryActivity, async ({ actor, share, params, query }) => {
    await requireSent(deps, { actor, share }, params.id)
    return readActivity(deps, ofDelivery(params.id), query)
  })

  mount(contract.listDeliveryLinks, async ({ actor, share, params }) => {
    await requireSent(deps, { actor, share }, params.id)
    return { results: await links.listDeliveryLinks(deps, params.id) }
  })
  mount(contract.createDeliveryLink, async ({ actor, share, params, body, idempotencyKey }) => ({
    result: await links.createLink(deps, { actor, share }, params.id, body, idempotencyKey),
  }))
  mount(contract.changeDeliveryLink, async ({ actor, share, params, body }) => ({
    result: await links.changeLink(deps, { actor, share }, { id: params.id, linkId: params.linkId }, body),
  }))
  mount(contract.deleteDeliveryLink, async ({ actor, share, params }) => {
    await links.deleteDeliveryLink(deps, { actor, share }, { id: params.id, linkId: params.linkId })
    return { result: { _id: params.linkId } }
  })

  mount(received.openDelivery, async ({ actor, share, ip, body }) => ({
    result: await opening.openDelivery(deps, { actor, share, ip }, body),
  }))
  mount(received.getDeliveryPage, async ({ actor, share, ip, params, query }) => ({
    result: await opening.getDeliveryPage(deps, { actor, share, ip }, params.id, query.claim),
  }))
  mount(received.listDeliveryFiles, ({ actor, share, ip, params, query: { claim, ...query } }) =>
    opening.listDeliveryFiles(deps, { actor, share, ip, claim }, params.id, query),
  )
  mount(received.askForNewLink, async ({ actor, share, ip, body }) => ({
    result: await opening.askForNewLink(deps, { actor, share, ip }, body),
  }))
  mount(received.listReceived, ({ actor, query }) => opening.listReceived(deps, actor, query))
}
