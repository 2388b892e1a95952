import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  checkUsername,
  createConnectionProfile,
  deleteConnectionProfile,
  getOwnConnectionProfile,
  updateConnectionProfile,
} from '@wingmark/contract/connection-profiles'
import {
  answerConnection,
  askToConnect,
  blockPerson,
  endConnection,
  listBlocked,
  listConnections,
  reportPerson,
  unblockPerson,
} from '@wingmark/contract/connections'
import { discoverPeople, getPerson, proposeSkills } from '@wingmark/contract/people'
import { listMyReviews, listPublicReviewsOfUser } from '@wingmark/contract/reviews'
import type { RouteBodyInput, RouteQuery } from '@wingmark/contract/route'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { useUserEvents } from '#web/lib/user-live'

type Discovery = Partial<RouteQuery<typeof discoverPeople>>
type Listing = Partial<RouteQuery<typeof listConnections>>

export const connectionKeys = {
  all: ['connections'],
  own: ['connections', 'own'],
  username: (name: string) => ['connections', 'username', name],
  skills: (search: string) => ['connections', 'skills', search],
  found: (query: Discovery) => ['connections', 'found', query],
  list: (query: Listing) => ['connections', 'list', query],
  person: (name: string) => ['connections', 'person', name],
} as const

export const ownProfileQuery = queryOptions({
  queryKey: connectionKeys.own,
  queryFn: async ({ signal }) => (await call(getOwnConnectionProfile, { signal })).result,
})

/** Whether the name is free; asked while typing. */
export const usernameQuery = (name: string) =>
  queryOptions({
    queryKey: connectionKeys.username(name),
    queryFn: async ({ signal }) => (await call(checkUsername, { params: { name }, signal })).result,
    meta: { shown: true },
  })

/** The profile changes the account too: username, plan, and the link to Connections. */
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
    // Not awaited: the form, which opens the next popup, is gone once the account is read again.
    onSuccess: () => void changed(),
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

export const discoverQuery = (query: Discovery) =>
  queryOptions({
    queryKey: connectionKeys.found(query),
    queryFn: ({ signal }) => call(discoverPeople, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The ten most used skills with this beginning. */
export const skillsQuery = (search: string) =>
  queryOptions({
    queryKey: connectionKeys.skills(search),
    queryFn: async ({ signal }) => (await call(proposeSkills, { query: { search }, signal })).results,
    placeholderData: keepPreviousData,
    meta: { shown: true },
  })

export const connectionsQuery = (query: Listing) =>
  queryOptions({
    queryKey: connectionKeys.list(query),
    queryFn: ({ signal }) => call(listConnections, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** By username or id. The page itself shows a missing one. */
export const personQuery = (name: string) =>
  queryOptions({
    queryKey: connectionKeys.person(name),
    queryFn: async ({ signal }) => (await call(getPerson, { params: { id: name }, signal })).result,
    meta: { shown: true },
  })

export const workQuery = (userId: string) =>
  queryOptions({
    queryKey: ['reviews', 'public-of', userId],
    queryFn: async ({ signal }) =>
      (await call(listPublicReviewsOfUser, { params: { id: userId }, query: { limit: 12 }, signal })).results,
  })

export const blockedQuery = queryOptions({
  queryKey: ['connections', 'blocked'],
  queryFn: ({ signal }) => call(listBlocked, { query: { limit: 100 }, signal }),
})

/** Reviews that both are members of. */
export const togetherQuery = (userId: string) =>
  queryOptions({
    queryKey: ['reviews', 'with', userId],
    queryFn: async (context) =>
      (await call(listMyReviews, { query: { with: userId, limit: 12 }, ...reading(context) })).results,
  })

/** Keeps lists of people up to date with what others do. */
export function useLiveConnections(): void {
  const client = useQueryClient()
  useUserEvents((event) => {
    if (event.event === 'connection.updated' || event.event === 'reset')
      void client.invalidateQueries({ queryKey: connectionKeys.all })
  })
}

/** A changed relation updates every list. */
function useBetween<V>(work: (given: V) => Promise<unknown>, done?: (given: V) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (_, given) => done?.(given),
    onSettled: () => client.invalidateQueries({ queryKey: connectionKeys.all }),
  })
}

export const useAsk = () =>
  useBetween(({ id, note }: { id: string; note?: string }) =>
    call(askToConnect, { params: { id }, body: note ? { note } : {} }),
  )

type Answer = { id: string; response: 'ACCEPT' | 'DECLINE' }

/** `onAccept` runs before any list is read again. */
export const useAnswer = (onAccept?: () => void) =>
  useBetween(
    ({ id, response }: Answer) => call(answerConnection, { params: { id }, body: { response } }),
    ({ response }) => response === 'ACCEPT' && onAccept?.(),
  )

export const useEnd = () => useBetween((id: string) => call(endConnection, { params: { id } }))

export const useBlock = () => useBetween((userId: string) => call(blockPerson, { params: { userId } }))

export const useUnblock = () => useBetween((userId: string) => call(unblockPerson, { params: { userId } }))

export const useReport = () =>
  useBetween((body: RouteBodyInput<typeof reportPerson>) =>
    call(reportPerson, { body, idempotencyKey: uuid() }),
  )
