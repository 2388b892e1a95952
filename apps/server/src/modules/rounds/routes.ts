import * as contract from '@wingmark/contract/rounds'
import type { Mounting } from '#server/http/mount'
import { decide } from '#server/modules/rounds/deciding/service'
import { listDecisions, listRounds } from '#server/modules/rounds/service'
import { changeRound, deleteRound, startRound } from '#server/modules/rounds/starting/service'
import { mountSummary } from '#server/modules/rounds/summary/routes'
import { mountVerification } from '#server/modules/rounds/verification/routes'

export function mountRounds(given: Mounting): void {
  const { mount, deps } = given
  mountSummary(given)
  mountVerification(given)
  mount(contract.startRound, async ({ actor, share, params, body, idempotencyKey }) => ({
    result: await startRound(deps, { actor, share }, params.id, body, idempotencyKey),
  }))
  mount(contract.listRounds, ({ actor, share, params, query }) =>
    listRounds(deps, { actor, share }, params.id, query),
  )
  mount(contract.changeRound, async ({ actor, share, params, body }) => ({
    result: await changeRound(deps, { actor, share }, params.id, body),
  }))
  mount(contract.deleteRound, async ({ actor, share, params }) => {
    await deleteRound(deps, { actor, share }, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.decide, async ({ actor, share, params, body, idempotencyKey }) => ({
    result: await decide(deps, { actor, share }, params.id, body, idempotencyKey),
  }))
  mount(contract.listDecisions, ({ actor, share, params, query }) =>
    listDecisions(deps, { actor, share }, params.id, query),
  )
}
