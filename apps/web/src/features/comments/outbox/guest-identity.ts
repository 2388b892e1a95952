import { becomeGuest } from '#web/features/comments/queries'
import { ApiError } from '#web/lib/api-error'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { getSession } from '#web/lib/session'

const nameKey = 'wingmark.guest-name'

/** The guest name chosen on this device; it outlives the guest's token. */
export function rememberedGuestName(): string {
  return getSession().guest?.name ?? readStored(nameKey) ?? ''
}

/** The outbox gives offline guests their name before it sends. */
export function rememberGuestName(name: string): void {
  writeStored(nameKey, name)
}

let naming: Promise<void> | null = null

/** One person is one guest, however many comments wait in however many tabs. */
export function nameGuest(name: string): Promise<void> {
  naming ??= inTurn(async () => {
    if (!hasIdentity()) await becomeGuest(name).catch(forgetRefusedName)
    rememberGuestName(name)
  }).finally(() => {
    naming = null
  })
  return naming
}

// Pages not served over https have no locks.
const inTurn = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(nameKey, work) : work()

/** It may have been given offline; the next send asks again. */
function forgetRefusedName(error: unknown): never {
  if (error instanceof ApiError && error.status === 422) writeStored(nameKey, null)
  throw error
}

export function hasIdentity(): boolean {
  const { token, guest } = getSession()
  return token !== null || guest !== null
}

/** Sends as this device's guest or account; a guest whose token expired becomes a guest of the same name again. */
export async function asWriter<T>(send: () => Promise<T>): Promise<T> {
  const wasUser = getSession().token !== null
  const name = rememberedGuestName()
  if (!hasIdentity() && name !== '') await nameGuest(name)
  try {
    return await send()
  } catch (error) {
    const isDead = error instanceof ApiError && error.code === 'UNAUTHENTICATED'
    if (!isDead || wasUser || name === '') throw error
    await nameGuest(name)
    return send()
  }
}
