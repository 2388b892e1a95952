import { getSession, subscribeToSession } from '#web/lib/session'

const key = 'wingmark.person'

/** Known also where the profile cannot be asked for; gone with the session. */
export function rememberPerson(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Then what is made without a line is whose who signs in next.
  }
}

/** Whose device this is now; null while nobody is signed in, or before it is known. */
export function devicePerson(): string | null {
  return getSession().token === null ? null : localStorage.getItem(key)
}

let token = getSession().token
subscribeToSession(() => {
  const now = getSession().token
  if (now !== token) localStorage.removeItem(key)
  token = now
})
