import * as contract from '@wingmark/contract/checks'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/checks/service'

export function mountChecks({ mount, deps }: Mounting): void {
  mount(contract.startCheck, async ({ actor, share, params, body: { rules }, idempotencyKey: key }) => ({
    result: await service.startCheck(deps, { actor, share }, params.id, { rules, key }),
  }))
  mount(contract.getCheck, async ({ actor, share, params }) => ({
    result: await service.getCheck(deps, { actor, share }, params.id),
  }))
  mount(contract.stopCheck, async ({ actor, share, params }) => ({
    result: { run: await service.stopCheck(deps, { actor, share }, params.id) },
  }))
  mount(contract.checkReview, async ({ actor, share, params, idempotencyKey }) => ({
    result: { files: await service.checkReview(deps, { actor, share }, params.id, idempotencyKey) },
  }))
  mount(contract.changeFinding, async ({ actor, share, params, body }) => ({
    result: await service.changeFinding(deps, { actor, share }, params.id, body.state),
  }))
  mount(contract.listOwnWords, async ({ actor }) => ({
    result: { words: await service.listOwnWords(deps, actor) },
  }))
  mount(contract.changeOwnWords, async ({ actor, body }) => ({
    result: { words: await service.changeOwnWords(deps, actor, body) },
  }))
  mount(contract.changeBrief, async ({ actor, share, params, body }) => ({
    result: await service.changeBrief(deps, { actor, share }, params.id, body),
  }))
}
