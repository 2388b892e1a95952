import { readStored, writeStored } from '#web/lib/browser-storage'
import { getSession, subscribeToSession } from '#web/lib/session'

const key = 'wingmark.person'

/** Known even if the profile cannot load; gone with the session. Without it, offline work belongs to the next user. */
export function rememberPerson(id: string): void {
  writeStored(key, id)
}

/** The device's current user; null if signed out or unknown yet. */
export function devicePerson(): string | null {
  return getSession().token === null ? null : readStored(key)
}

let token = getSession().token
subscribeToSession(() => {
  const now = getSession().token
  if (now !== token) writeStored(key, null)
  token = now
})
