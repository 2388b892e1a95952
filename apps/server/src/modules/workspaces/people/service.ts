import type { SendInvitationBody } from '@wingmark/contract/invitations'
import type { MemberList } from '@wingmark/contract/members'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { RouteBody, RouteReply } from '@wingmark/contract/route'
import type { getWorkspaceInvitation } from '@wingmark/contract/workspace-people'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { isAtLeast, rolesToInvite } from '#server/modules/access/policy'
import { canOwnWorkspace } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import type { EmailWriters } from '#server/modules/mail/service'
import * as invitations from '#server/modules/members/invitations/service'
import * as members from '#server/modules/members/service'
import { invitationEmailName, membershipOf } from '#server/modules/workspaces/people/membership'

export async function listMembers(deps: Deps, actor: UserActor, id: string): Promise<MemberList> {
  const { role } = await requireWorkspace(deps, actor, { workspace: id })
  return members.listMembers(deps, membershipOf(id), { actor, role })
}

/** OWNER transfers the workspace; the previous owner becomes an editor. Throws NOT_FOUND for outsiders. */
export async function changeRole(
  deps: Deps,
  actor: UserActor,
  id: string,
  change: { memberId: string; role: MemberRole },
): Promise<void> {
  await requireWorkspace(deps, actor, { workspace: id }, canOwnWorkspace)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await members.changeRole(deps, membershipOf(id), actor, change)
}

/** The owner removes anyone else; everyone else may leave. */
export async function removeMember(
  deps: Deps,
  actor: UserActor,
  id: string,
  memberId: string,
): Promise<void> {
  const isLeaving = memberId === actor.id
  await requireWorkspace(deps, actor, { workspace: id }, isLeaving ? undefined : canOwnWorkspace)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await members.removeMember(deps, membershipOf(id), actor, memberId)
}

export async function sendInvitations(deps: Deps, actor: UserActor, id: string, body: SendInvitationBody) {
  const { role } = await requireWorkspace(deps, actor, { workspace: id }, (one) =>
    rolesToInvite(one).includes(body.role),
  )
  return invitations.sendInvitations(deps, membershipOf(id), { actor, role }, body)
}

/** For the owner and the sender. */
export async function revokeInvitation(
  deps: Deps,
  actor: UserActor,
  id: string,
  invitationId: string,
): Promise<void> {
  const { role } = await requireWorkspace(deps, actor, { workspace: id }, (one) => isAtLeast(one, 'EDITOR'))
  await deps.limits.consume({ workspaceByUser: actor.id })
  await invitations.revokeInvitation(deps, membershipOf(id), { actor, role }, invitationId)
}

type Asked = Pick<RouteBody<typeof getWorkspaceInvitation>, 'token' | 'workspace'>

const shownBy = ({ token, workspace }: Asked): invitations.Shown =>
  workspace === undefined ? { token: token ?? '' } : { subject: workspace }

export async function getInvitation(
  deps: Deps,
  caller: { actor: Actor; ip: string },
  body: Asked,
): Promise<RouteReply<typeof getWorkspaceInvitation>['result']> {
  const { found, about } = await invitations.getInvitation(deps, 'WORKSPACE', caller, shownBy(body))
  return { workspace: { name: found.name, memberCount: found.size }, ...about }
}

export async function respondInvitation(
  deps: Deps,
  caller: { actor: UserActor; ip: string },
  { response, ...asked }: Asked & { response: 'ACCEPT' | 'DECLINE' },
) {
  const answer = { shown: shownBy(asked), response, membershipOf }
  const id = await invitations.respondInvitation(deps, 'WORKSPACE', caller, answer)
  return { response, workspace: response === 'ACCEPT' ? id : null }
}

export const workspaceEmails: EmailWriters = {
  [invitationEmailName]: invitations.invitationEmail('WORKSPACE', '/invite/workspace', {
    verb: 'to work on',
    noun: 'workspace',
    abilities: {
      EDITOR: 'create and edit tasks',
      COMMENTER: 'see all tasks, comment on them and complete your own',
      VIEWER: 'see all tasks and comments',
    },
  }),
}
