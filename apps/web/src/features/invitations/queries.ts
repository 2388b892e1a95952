import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getInvitation, respondInvitation } from '@wingmark/contract/invitations'
import { getUserInvitation, inviteUser } from '@wingmark/contract/users'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'

/** What an invitation to a review is about. Looking consumes nothing; its page shows every failure itself. */
export function reviewInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', 'review', token],
    queryFn: async ({ signal }) => (await call(getInvitation, { body: { token }, signal })).result,
    meta: { shown: true },
  })
}

/** Who invited whom to Wingmark itself. */
export function userInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', 'user', token],
    queryFn: async ({ signal }) => (await call(getUserInvitation, { body: { token }, signal })).result,
    meta: { shown: true },
  })
}

export function useRespondInvitation(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (response: 'ACCEPT' | 'DECLINE') =>
      (await call(respondInvitation, { body: { token, response } })).result,
    onSuccess: () => client.invalidateQueries({ queryKey: reviewKeys.lists }),
    meta: { shown: [410] },
  })
}

/** Mails an invitation to Wingmark. */
export function useInviteUser() {
  return useMutation({
    mutationFn: (email: string) => call(inviteUser, { body: { email } }),
    meta: { shown: [422, 429] },
  })
}
