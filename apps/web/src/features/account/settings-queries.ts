import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listSharedWork } from '@wingmark/contract/account-deletion'
import { requestExport } from '@wingmark/contract/account-export'
import { changeEmail } from '@wingmark/contract/change-email'
import { confirmEmail, sendConfirmation } from '@wingmark/contract/confirm-email'
import { getFile } from '@wingmark/contract/files'
import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  answerUnverifiedWork,
  changePassword,
  deleteAccount,
  endSession,
  listSessions,
  logout,
  updateProfile,
} from '@wingmark/contract/users'
import { v4 as uuid } from 'uuid'
import { shownByForm } from '#web/features/account/auth-errors'
import { accountKeys } from '#web/features/account/queries'
import { call } from '#web/lib/api'
import { sendFile } from '#web/lib/upload-tus'

const sessionsKey = ['account', 'sessions']

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).results,
})

/** Saves the given fields and shows them everywhere. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof updateProfile>) =>
      (await call(updateProfile, { body })).result,
    onSuccess: (profile) => client.setQueryData(accountKeys.profile, profile),
    meta: { shown: shownByForm },
  })
}

/** What the account held before verification. Affects reviews, files and storage. */
export function useAnswerUnverifiedWork() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (answer: RouteBodyInput<typeof answerUnverifiedWork>['answer']) =>
      (await call(answerUnverifiedWork, { body: { answer } })).result,
    onSuccess: (profile) => {
      client.setQueryData(accountKeys.profile, profile)
      return client.invalidateQueries()
    },
    onError: () => client.invalidateQueries({ queryKey: accountKeys.profile }),
  })
}

/** A minute, since rendering waits while a server is busy. */
const drawnTries = 32
const drawnPauseMs = (tries: number) => Math.min(250 * 2 ** tries, 2_000)

/** Uploads a picture and waits for its thumbnail, so that its address works at once. */
async function uploadPicture(file: File): Promise<string> {
  const { fileId } = await sendFile({
    file,
    purpose: 'REVIEW',
    idempotencyKey: uuid(),
  })
  for (let tries = 0; tries < drawnTries; tries++) {
    const { result } = await call(getFile, { params: { id: fileId } })
    if (result.state !== 'PROCESSING') break
    await new Promise((done) => setTimeout(done, drawnPauseMs(tries)))
  }
  return fileId
}

/** Sets or removes the user's picture. */
export function useSetAvatar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      const avatar = file && (await uploadPicture(file))
      return (await call(updateProfile, { body: { avatar } })).result
    },
    onSuccess: (profile) => {
      client.setQueryData(accountKeys.profile, profile)
      return client.invalidateQueries({ queryKey: accountKeys.usage })
    },
    meta: { shown: true },
  })
}

/** Also ends every other session. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string; confirmPassword: string }) =>
      call(changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
    meta: { shown: shownByForm },
  })
}

/** Two steps: the new address with a password or code, then the code sent there. */
export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof changeEmail>) =>
      (await call(changeEmail, { body })).result,
    onSuccess: ({ isChanged }) =>
      isChanged ? client.invalidateQueries({ queryKey: accountKeys.profile }) : undefined,
    meta: { shown: shownByForm },
  })
}

export function useConfirmEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(confirmEmail, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.profile }),
    meta: { shown: shownByForm },
  })
}

export function useSendConfirmation() {
  return useMutation({
    mutationFn: () => call(sendConfirmation, { body: {} }),
    meta: { shown: shownByForm },
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Ends every session, including this one; the caller then leaves the page. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => call(logout, { body: { everywhere: true } }) })
}

/** An address that downloads all of the user's data as a zip. */
export function useExport() {
  return useMutation({ mutationFn: async () => (await call(requestExport)).result.url })
}

const sharedWorkKey = ['account', 'shared-work']

/** The caller's workspaces and reviews with other members; fetched again each time. */
export const sharedWorkQuery = queryOptions({
  queryKey: sharedWorkKey,
  queryFn: async ({ signal }) => (await call(listSharedWork, { signal })).results,
  gcTime: 0,
  staleTime: 0,
})

/** Irreversible; the caller then leaves the page. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteBodyInput<typeof deleteAccount>) => call(deleteAccount, { body }),
    // Someone may have joined meanwhile.
    onError: () => client.invalidateQueries({ queryKey: sharedWorkKey }),
    meta: { shown: shownByForm },
  })
}
