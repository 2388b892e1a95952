import * as contract from '@wingmark/contract/transfers'
import type { Mounting } from '#server/http/mount'
import { copyTransfers } from '#server/modules/transfers/copying/service'
import { mountDownload } from '#server/modules/transfers/download/routes'
import { getTransfer, listTransfers } from '#server/modules/transfers/lists/service'
import * as service from '#server/modules/transfers/service'
import {
  deleteForGood,
  deleteSubtrees,
  deleteTransfers,
  listDeleted,
  restoreTransfers,
} from '#server/modules/transfers/trash/service'

export function mountTransfers(given: Mounting): void {
  const { mount, deps } = given
  mountDownload(given)
  mount(contract.createTransfer, async ({ actor, body, idempotencyKey }) => ({
    result: await service.createTransfer(deps, actor, body, idempotencyKey),
  }))
  mount(contract.listTransfers, ({ actor, query }) => listTransfers(deps, actor, null, query))
  mount(contract.listFolder, ({ actor, params, query }) => listTransfers(deps, actor, params.id, query))
  mount(contract.getTransfer, async ({ actor, params }) => ({
    result: await getTransfer(deps, actor, params.id),
  }))
  mount(contract.renameTransfer, async ({ actor, params, body }) => ({
    result: await service.renameTransfer(deps, actor, params.id, body.name),
  }))
  mount(contract.moveTransfer, ({ actor, params, body: { parent, also } }) =>
    service.moveTransfers(deps, actor, { id: params.id, also }, parent),
  )
  mount(contract.copyTransfer, ({ actor, params, body: { parent, also }, idempotencyKey }) =>
    copyTransfers(deps, actor, { id: params.id, also }, parent, idempotencyKey),
  )
  mount(contract.extractTransfer, async ({ actor, params, body: { also } }) => ({
    result: await service.extractTransfers(deps, actor, { id: params.id, also }, deleteSubtrees),
  }))
  mount(contract.deleteTransfer, async ({ actor, params, body: { also } }) => ({
    result: await deleteTransfers(deps, actor, { id: params.id, also }),
  }))
  mount(contract.restoreTransfer, ({ actor, params, body: { also } }) =>
    restoreTransfers(deps, actor, { id: params.id, also }),
  )
  mount(contract.listDeletedTransfers, ({ actor, query }) => listDeleted(deps, actor, query))
  mount(contract.deleteTransferForGood, async ({ actor, params }) => {
    await deleteForGood(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
}
