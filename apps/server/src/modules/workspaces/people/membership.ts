import { workspaceMembersMax } from '@wingmark/contract/limits'
import type { Transaction } from '#server/db/client'
import type { UserActor } from '#server/http/actor'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import type { Membership, MembershipChange } from '#server/modules/members/service'
import { notifyUnassigned } from '#server/modules/workspaces/account-deletion/service'
import { notifyInvited } from '#server/modules/workspaces/notices/store'
import { changeWorkspace, lockWorkspace, raiseEpoch } from '#server/modules/workspaces/store'
import { unassign } from '#server/modules/workspaces/tasks/store'
import { note } from '#server/modules/workspaces/timeline/service'

export const invitationEmailName = 'workspaces:invitation'

/** For the timeline; invitations only by their outcome, as not everyone may see addresses. */
const noted = {
  JOINED: 'MEMBER_JOINED',
  LEFT: 'MEMBER_LEFT',
  REMOVED: 'MEMBER_LEFT',
  ROLE_CHANGED: 'ROLE_CHANGED',
  HANDED_OVER: 'ROLE_CHANGED',
  INVITED: null,
  INVITATION_REVOKED: null,
  INVITATION_DECLINED: null,
} as const satisfies Record<MembershipChange['action'], string | null>

export function membershipOf(workspaceId: string): Membership {
  const notifyOfInvitation = async (tx: Transaction, actor: UserActor, emails: readonly string[]) => {
    const workspace = await lockWorkspace(tx, workspaceId)
    const title = `You’re invited to “${workspace?.name ?? ''}”`
    const notice = { action: 'WORKSPACE_INVITED', title, by: actor.name, actor: actor.id } as const
    return notifyInvited(tx, { ...notice, workspace: workspaceId, task: null }, emails)
  }
  return {
    subject: ofWorkspace(workspaceId),
    needsOwner: 'A workspace needs an owner.',
    membersMax: workspaceMembersMax,
    letter: invitationEmailName,
    async lock(tx) {
      const workspace = await lockWorkspace(tx, workspaceId)
      return workspace?.deletedAt === null ? workspace : null
    },
    // The new owner has nothing to decide, so the suspension ends.
    changeOwner: (tx, { to }) => changeWorkspace(tx, workspaceId, { ownerId: to, restsSince: null }),
    async record(tx, actor, { action, emails = [], member, target = '', before, after }) {
      if (action === 'INVITED') return notifyOfInvitation(tx, actor, emails)
      const kind = noted[action]
      if (kind === null || member === undefined) return []
      const isGone = action === 'LEFT' || action === 'REMOVED'
      const theirs = isGone ? await unassign(tx, workspaceId, member) : []
      if (action !== 'JOINED') await raiseEpoch(tx, workspaceId)
      const roles = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
      const words = { kind, message: target, mentions: [member], ...roles }
      await note(tx, actor, { workspaceId, ...words }, [
        ...theirs.map((task) => ({ event: 'task.updated', targetId: task.id }) as const),
        { event: 'member.changed', targetId: workspaceId },
      ])
      if (action !== 'LEFT') return []
      const workspace = await lockWorkspace(tx, workspaceId)
      return workspace ? notifyUnassigned(tx, actor, workspace, theirs) : []
    },
  }
}
