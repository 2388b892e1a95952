import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getFormerEmail, takeBackEmail } from '@wingmark/contract/change-email'
import {
  forgetPassword,
  getProfile,
  getSignInOptions,
  getUsage,
  googleLogin,
  login,
  logout,
  register,
  resetPassword,
  sendLoginCode,
  verifyLoginCode,
} from '@wingmark/contract/users'
import { shownByForm } from '#web/features/account/auth-errors'
import { newPasswordToken } from '#web/features/account/new-password-token'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { getSession, knownDevice, startSession } from '#web/lib/session'

export const accountKeys = { profile: ['account', 'profile'], usage: ['account', 'usage'] } as const

/** The signed-in user, and whether they have a connection profile. */
export const profileQuery = queryOptions({
  queryKey: accountKeys.profile,
  queryFn: async (context) => (await call(getProfile, reading(context))).result,
  staleTime: 5 * 60_000,
})

export const usageQuery = queryOptions({
  queryKey: accountKeys.usage,
  queryFn: async (context) => (await call(getUsage, reading(context))).result,
  // Loaded on every visit; components do without it silently.
  meta: { shown: true },
})

/** Transfers what this device's guest wrote to the user. */
function claim() {
  const claimGuestToken = getSession().guest?.accessToken
  return claimGuestToken ? { claimGuestToken } : {}
}

type Credentials = { email: string; password: string }

export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Credentials) =>
      (await call(login, { body: { ...body, ...knownDevice(), ...claim() } })).result,
    onSuccess: startSession,
    meta: { shown: shownByForm },
  })
}

export function useRegister() {
  return useMutation({
    mutationFn: async (body: Credentials & { name: string; confirmPassword: string }) =>
      (await call(register, { body: { ...body, ...claim() } })).result,
    onSuccess: startSession,
    meta: { shown: shownByForm },
  })
}

/** Emails a sign-in code; the answer is the same without an account. */
export function useSendLoginCode() {
  return useMutation({
    mutationFn: (email: string) => call(sendLoginCode, { body: { email, ...knownDevice() } }),
    meta: { shown: shownByForm },
  })
}

export function useSignInWithCode() {
  return useMutation({
    mutationFn: async (body: { email: string; otp: string }) =>
      (await call(verifyLoginCode, { body: { ...body, ...knownDevice(), ...claim() } })).result,
    onSuccess: (opened) => {
      newPasswordToken.dispatch(opened.newPasswordToken ?? null)
      startSession(opened)
    },
    meta: { shown: shownByForm },
  })
}

/** This server's sign-in methods. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['account', 'sign-in-options'],
  queryFn: async ({ signal }) => (await call(getSignInOptions, { signal })).result,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { shown: true },
})

export function useGoogleSignIn() {
  return useMutation({
    mutationFn: async (credential: string) =>
      (await call(googleLogin, { body: { credential, ...knownDevice(), ...claim() } })).result,
    onSuccess: startSession,
    meta: { shown: shownByForm },
  })
}

/** Emails a link to set a new password; the answer is the same without an account. */
export function useForgetPassword() {
  return useMutation({
    mutationFn: (email: string) => call(forgetPassword, { body: { email, ...knownDevice() } }),
    meta: { shown: shownByForm },
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      call(resetPassword, { body: { ...body, ...knownDevice() } }),
    meta: { shown: shownByForm },
  })
}

/** Within the session that a code opened, which stays. */
export function useNewPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      call(resetPassword, { body: { ...body, keepSession: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.profile }),
    meta: { shown: shownByForm },
  })
}

/** What the link in an email to a former address would undo. */
export const formerEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['account', 'former-email', token],
    queryFn: async ({ signal }) => (await call(getFormerEmail, { body: { token }, signal })).result,
    retry: false,
    meta: { shown: true },
  })

export function useTakeBackEmail() {
  return useMutation({
    mutationFn: async (token: string) => (await call(takeBackEmail, { body: { token } })).result,
    meta: { shown: shownByForm },
  })
}

/** Ends this session on the server; the caller then leaves the page and drops the token. */
export async function signOut(): Promise<void> {
  await call(logout, { body: {} })
}
