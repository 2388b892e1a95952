import * as contract from '@wingmark/contract/workspace-people'
import { handOverWorkspace } from '@wingmark/contract/workspaces'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/workspaces/people/service'
import { getWorkspace } from '#server/modules/workspaces/service'

export function mountPeople({ mount, deps }: Mounting): void {
  mount(contract.listWorkspaceMembers, async ({ actor, params }) => ({
    result: await service.listMembers(deps, actor, params.id),
  }))
  mount(contract.changeWorkspaceRole, async ({ actor, params, body }) => {
    await service.changeRole(deps, actor, params.id, { memberId: params.memberId, role: body.role })
    return { result: await service.listMembers(deps, actor, params.id) }
  })
  mount(handOverWorkspace, async ({ actor, params, body }) => {
    await service.changeRole(deps, actor, params.id, { memberId: body.memberId, role: 'OWNER' })
    return { result: await getWorkspace(deps, actor, params.id) }
  })
  mount(contract.removeWorkspaceMember, async ({ actor, params }) => {
    await service.removeMember(deps, actor, params.id, params.memberId)
    return { result: { _id: params.memberId } }
  })
  mount(contract.sendWorkspaceInvitation, async ({ actor, params, body }) => ({
    result: await service.sendInvitations(deps, actor, params.id, body),
  }))
  mount(contract.revokeWorkspaceInvitation, async ({ actor, params }) => {
    await service.revokeInvitation(deps, actor, params.id, params.invitationId)
    return { result: { _id: params.invitationId } }
  })
  mount(contract.getWorkspaceInvitation, async ({ actor, ip, body }) => ({
    result: await service.getInvitation(deps, { actor, ip }, body),
  }))
  mount(contract.respondWorkspaceInvitation, async ({ actor, ip, body }) => ({
    result: await service.respondInvitation(deps, { actor, ip }, body),
  }))
}
