import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type InvitedRole, revokeInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { changeMemberRole, listMembers, type Member, removeMember } from '@wingmark/contract/members'
import type { Subject } from '@wingmark/contract/subjects'
import {
  changeWorkspaceRole,
  listWorkspaceMembers,
  removeWorkspaceMember,
  revokeWorkspaceInvitation,
  sendWorkspaceInvitation,
} from '@wingmark/contract/workspace-people'
import { reviewKeys, sayIfClosed } from '#web/features/reviews/queries'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { call } from '#web/lib/api'

/** A subject with members. */
export type PeopledSubject = Subject & { kind: keyof typeof routes }

const routes = {
  REVIEW: {
    list: listMembers,
    changeRole: changeMemberRole,
    remove: removeMember,
    invite: sendInvitation,
    revoke: revokeInvitation,
  },
  WORKSPACE: {
    list: listWorkspaceMembers,
    changeRole: changeWorkspaceRole,
    remove: removeWorkspaceMember,
    invite: sendWorkspaceInvitation,
    revoke: revokeWorkspaceInvitation,
  },
} as const

const pages = { REVIEW: reviewKeys.page, WORKSPACE: workspaceKeys.one }
const lists = { REVIEW: reviewKeys.lists, WORKSPACE: workspaceKeys.lists }

/** Below the subject's key: live events that refresh it refresh its people too. */
const membersKey = ({ kind, _id }: PeopledSubject) => [...pages[kind](_id), 'members']

/** Without live viewers, answers to invitations and new members send no event. */
const refreshMs = 15_000

export function membersQuery({ kind, _id }: PeopledSubject) {
  return queryOptions({
    queryKey: membersKey({ kind, _id }),
    queryFn: async ({ signal }) => (await call(routes[kind].list, { params: { id: _id }, signal })).result,
    refetchInterval: refreshMs,
    meta: { shown: true },
  })
}

/** Invalidates what a change of membership affects. */
function useRenew({ kind, _id }: PeopledSubject) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: pages[kind](_id) })
}

export function useSendInvitations(of: PeopledSubject) {
  const renew = useRenew(of)
  return useMutation({
    mutationFn: async (body: ({ emails: string[] } | { person: string }) & { role: InvitedRole }) =>
      (await call(routes[of.kind].invite, { params: { id: of._id }, body })).result,
    onSuccess: renew,
    meta: { shown: [409, 422, 429] },
  })
}

export function useRevokeInvitation(of: PeopledSubject) {
  const renew = useRenew(of)
  return useMutation({
    mutationFn: async (invitationId: string) =>
      sayIfClosed((await call(routes[of.kind].revoke, { params: { id: of._id, invitationId } })).result),
    onSettled: renew,
  })
}

/** OWNER transfers ownership. */
export function useChangeRole(of: PeopledSubject) {
  const client = useQueryClient()
  const renew = useRenew(of)
  return useMutation({
    mutationFn: async ({ memberId, role }: { memberId: string; role: Member['role'] }) =>
      sayIfClosed(
        (await call(routes[of.kind].changeRole, { params: { id: of._id, memberId }, body: { role } })).result,
      ),
    onSuccess: (members) => client.setQueryData(membersQuery(of).queryKey, members),
    onSettled: renew,
  })
}

export function useRemoveMember(of: PeopledSubject) {
  const renew = useRenew(of)
  return useMutation({
    mutationFn: async (memberId: string) =>
      sayIfClosed((await call(routes[of.kind].remove, { params: { id: of._id, memberId } })).result),
    onSettled: renew,
  })
}

/** Members-only data is not fetched again; the page finds out whether a link still opens it. */
export function useLeave(of: PeopledSubject) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (selfId: string) =>
      call(routes[of.kind].remove, { params: { id: of._id, memberId: selfId } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: pages[of.kind](of._id), exact: true })
      return client.invalidateQueries({ queryKey: lists[of.kind] })
    },
  })
}
