import { becomeGuest } from '#web/features/comments/queries'
import { ApiError } from '#web/lib/api-error'
import { getSession } from '#web/lib/session'

const nameKey = 'wingmark.guest-name'

/** The name that this device gave itself; it outlives the guest's token. */
export function rememberedGuestName(): string {
  return getSession().guest?.name ?? localStorage.getItem(nameKey) ?? ''
}

export async function nameGuest(name: string): Promise<void> {
  await becomeGuest(name)
  try {
    localStorage.setItem(nameKey, name)
  } catch {
    // The guest itself is remembered with the session.
  }
}

export function hasIdentity(): boolean {
  const { token, guest } = getSession()
  return token !== null || guest !== null
}

/** Sends as whoever this device is; a guest whose token has died becomes a guest of the same name again. */
export async function asWriter<T>(send: () => Promise<T>): Promise<T> {
  const wasUser = getSession().token !== null
  const name = rememberedGuestName()
  try {
    return await send()
  } catch (error) {
    const isDead = error instanceof ApiError && error.code === 'UNAUTHENTICATED'
    if (!isDead || wasUser || name === '') throw error
    await nameGuest(name)
    return send()
  }
}
