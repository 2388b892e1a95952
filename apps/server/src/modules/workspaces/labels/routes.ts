import * as contract from '@wingmark/contract/labels'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/workspaces/labels/service'

export function mountLabels({ mount, deps }: Mounting): void {
  mount(contract.listLabels, async ({ actor, params }) => ({
    results: await service.listLabels(deps, actor, params.id),
  }))
  mount(contract.createLabel, async ({ actor, params, body, idempotencyKey }) => ({
    result: await service.createLabel(deps, actor, params.id, body, idempotencyKey),
  }))
  mount(contract.updateLabel, async ({ actor, params, body }) => ({
    result: await service.updateLabel(deps, actor, params.id, body),
  }))
  mount(contract.deleteLabel, async ({ actor, params }) => {
    await service.deleteLabel(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.restoreLabel, async ({ actor, params }) => ({
    result: await service.restoreLabel(deps, actor, params.id),
  }))
}
