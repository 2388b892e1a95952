import * as contract from '@wingmark/contract/carry'
import type { Mounting } from '#server/http/mount'
import { alignPage } from '#server/modules/comments/carry/aligning/service'
import { decideFix } from '#server/modules/comments/carry/deciding/service'
import { listFixes } from '#server/modules/comments/carry/fixes/service'
import { placeCarried } from '#server/modules/comments/carry/placing/service'
import { carryAgain } from '#server/modules/comments/carry/request/service'

export function mountCarry({ mount, deps }: Mounting): void {
  mount(contract.listFixes, async ({ actor, share, params, query }) => ({
    result: await listFixes(deps, { actor, share }, params.id, query.version ?? null),
  }))
  mount(contract.placeCarried, async ({ actor, share, params, body }) => ({
    result: await placeCarried(deps, { actor, share }, params.id, body),
  }))
  mount(contract.decideFix, async ({ actor, share, params, body }) => ({
    result: await decideFix(deps, { actor, share }, params.id, body),
  }))
  mount(contract.alignPage, async ({ actor, share, params, body }) => ({
    result: await alignPage(deps, { actor, share }, params.id, body),
  }))
  mount(contract.carryAgain, async ({ actor, share, params, body }) => ({
    result: await carryAgain(deps, { actor, share }, params.id, body.version),
  }))
}
