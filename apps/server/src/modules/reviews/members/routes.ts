import * as contract from '@wingmark/contract/members'
import type { Mounting } from '#server/http/mount'
import { presentClosing } from '#server/modules/reviews/links/present'
import * as service from '#server/modules/reviews/members/service'

export function mountMembers({ mount, deps }: Mounting): void {
  mount(contract.listMembers, async ({ actor, share, params }) => ({
    result: await service.listMembers(deps, { actor, share }, params.id),
  }))
  mount(contract.changeMemberRole, async ({ actor, share, params, body }) => ({
    result: await service.changeMemberRole(deps, { actor, share }, params.id, params.memberId, body.role),
  }))
  mount(contract.removeMember, async ({ actor, share, params }) => {
    const hasClosed = await service.removeMember(deps, { actor, share }, params.id, params.memberId)
    return { result: { _id: params.memberId, ...presentClosing(hasClosed) } }
  })
  mount(contract.joinReview, async ({ actor, ip, body }) => ({
    result: await service.joinReview(deps, {
      actor,
      ip,
      shareCode: body.shareCode,
      accessKey: body.accessKey ?? null,
    }),
  }))
}
