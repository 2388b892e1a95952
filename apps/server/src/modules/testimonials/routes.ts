import * as contract from '@wingmark/contract/testimonials'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/testimonials/service'

export function mountTestimonials({ mount, deps }: Mounting): void {
  mount(contract.listTestimonials, ({ actor, query }) => service.listTestimonials(deps, actor, query))
  mount(contract.getOwnTestimonial, async ({ actor }) => ({
    result: await service.getOwnTestimonial(deps, actor),
  }))
  mount(contract.createTestimonial, async ({ actor, body, idempotencyKey }) => ({
    result: await service.createTestimonial(deps, actor, body, idempotencyKey),
  }))
  mount(contract.updateTestimonial, async ({ actor, params, body }) => ({
    result: await service.updateTestimonial(deps, actor, params.id, body),
  }))
  mount(contract.deleteTestimonial, async ({ actor, params }) => {
    await service.deleteTestimonial(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
}
