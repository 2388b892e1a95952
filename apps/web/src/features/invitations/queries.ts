import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getInvitation, respondInvitation } from '@wingmark/contract/invitations'
import { getUserInvitation, inviteUser } from '@wingmark/contract/users'
import { getWorkspaceInvitation, respondWorkspaceInvitation } from '@wingmark/contract/workspace-people'
import { reviewKeys } from '#web/features/reviews/queries'
import { workspaceKeys } from '#web/features/workspaces/queries'
import { call } from '#web/lib/api'

export type InvitationResponse = 'ACCEPT' | 'DECLINE'

/** By the token of an email, or by a notification's subject. */
export type Asked<K extends 'review' | 'workspace'> = { token: string } | Record<K, string>

/** Describes an invitation to a review. Reading consumes nothing; its page shows every failure. */
export function reviewInvitationQuery(asked: Asked<'review'>) {
  return queryOptions({
    queryKey: ['invitation', 'review', asked],
    queryFn: async ({ signal }) => (await call(getInvitation, { body: asked, signal })).result,
    meta: { shown: true },
  })
}

export function workspaceInvitationQuery(asked: Asked<'workspace'>) {
  return queryOptions({
    queryKey: ['invitation', 'workspace', asked],
    queryFn: async ({ signal }) => (await call(getWorkspaceInvitation, { body: asked, signal })).result,
    meta: { shown: true },
  })
}

/** The sender and recipient of an invitation to Wingmark. */
export function userInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', 'user', token],
    queryFn: async ({ signal }) => (await call(getUserInvitation, { body: { token }, signal })).result,
    meta: { shown: true },
  })
}

/** Resolves to the id of the joined review; null after declining. */
export function useRespondInvitation(asked: Asked<'review'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (response: InvitationResponse) =>
      (await call(respondInvitation, { body: { ...asked, response } })).result.review,
    onSuccess: () => client.invalidateQueries({ queryKey: reviewKeys.lists }),
    meta: { shown: [410] },
  })
}

export function useRespondWorkspaceInvitation(asked: Asked<'workspace'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (response: InvitationResponse) =>
      (await call(respondWorkspaceInvitation, { body: { ...asked, response } })).result.workspace,
    onSuccess: () => client.invalidateQueries({ queryKey: workspaceKeys.lists }),
    meta: { shown: [410] },
  })
}

/** Emails an invitation to Wingmark. */
export function useInviteUser() {
  return useMutation({
    mutationFn: (email: string) => call(inviteUser, { body: { email } }),
    meta: { shown: [422, 429] },
  })
}
