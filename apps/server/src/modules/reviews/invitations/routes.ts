import * as contract from '@wingmark/contract/invitations'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/reviews/invitations/service'
import { presentClosing } from '#server/modules/reviews/links/present'

export function mountInvitations({ mount, deps }: Mounting): void {
  mount(contract.sendInvitation, async ({ actor, share, params, body }) => ({
    result: await service.sendInvitations(deps, { actor, share }, params.id, body),
  }))
  mount(contract.revokeInvitation, async ({ actor, share, params }) => {
    const { id, invitationId } = params
    const hasClosed = await service.revokeInvitation(deps, { actor, share }, id, invitationId)
    return { result: { _id: invitationId, ...presentClosing(hasClosed) } }
  })
  mount(contract.getInvitation, async ({ actor, ip, body }) => ({
    result: await service.getInvitation(deps, { actor, ip }, body),
  }))
  mount(contract.respondInvitation, async ({ actor, ip, body }) => ({
    result: await service.respondInvitation(deps, { actor, ip }, body),
  }))
}
