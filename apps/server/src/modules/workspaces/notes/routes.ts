import * as contract from '@wingmark/contract/private-notes'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/workspaces/notes/service'

export function mountNotes({ mount, deps }: Mounting): void {
  mount(contract.createPrivateNote, async ({ actor, body, idempotencyKey }) => ({
    result: await service.createNote(deps, actor, body, idempotencyKey),
  }))
  mount(contract.updatePrivateNote, async ({ actor, params, body }) => ({
    result: await service.updateNote(deps, actor, params.id, body),
  }))
  mount(contract.listPrivateNotes, ({ actor, params, query }) =>
    service.listOwnNotes(deps, actor, params.id, query),
  )
  mount(contract.deletePrivateNote, async ({ actor, params }) => {
    await service.deleteNote(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.restorePrivateNote, async ({ actor, params }) => ({
    result: await service.restoreNote(deps, actor, params.id),
  }))
}
