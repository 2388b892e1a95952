import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  checkUsername,
  createConnectionProfile,
  deleteConnectionProfile,
  getOwnConnectionProfile,
  updateConnectionProfile,
} from '@wingmark/contract/connection-profiles'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { accountKeys } from '#web/features/account/queries'
import { call } from '#web/lib/api'

export const connectionKeys = {
  all: ['connections'],
  own: ['connections', 'own'],
  username: (name: string) => ['connections', 'username', name],
} as const

export const ownProfileQuery = queryOptions({
  queryKey: connectionKeys.own,
  queryFn: async ({ signal }) => (await call(getOwnConnectionProfile, { signal })).result,
})

/** Whether the caller can have it; asked while they type. */
export const usernameQuery = (name: string) =>
  queryOptions({
    queryKey: connectionKeys.username(name),
    queryFn: async ({ signal }) => (await call(checkUsername, { params: { name }, signal })).result,
    meta: { shown: true },
  })

/** The profile changes the account too: its username, its plan, and whether there is a link to Connections. */
function useChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [accountKeys.profile, accountKeys.usage, ['plans', 'own'], connectionKeys.all].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

export function useCreateProfile() {
  const changed = useChanged()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof createConnectionProfile>) =>
      (await call(createConnectionProfile, { body })).result,
    onSuccess: changed,
    meta: { shown: true },
  })
}

type Change = { id: string; body: RouteBodyInput<typeof updateConnectionProfile> }

export function useUpdateProfile() {
  const changed = useChanged()
  return useMutation({
    mutationFn: async ({ id, body }: Change) =>
      (await call(updateConnectionProfile, { params: { id }, body })).result,
    onSuccess: changed,
    meta: { shown: [409, 422] },
  })
}

export function useDeleteProfile() {
  const changed = useChanged()
  return useMutation({
    mutationFn: (id: string) => call(deleteConnectionProfile, { params: { id } }),
    onSuccess: changed,
  })
}
