import { parseJson, shapeOf } from '@wingmark/contract/json'
import { leaveUnasked } from '#web/lib/leave-warning'
import { createValue, useStore } from '#web/lib/store'

const tokenKey = 'wingmark.token'
const deviceKey = 'wingmark.device'
const guestKey = 'wingmark.guest'
const wantedPathKey = 'wingmark.wanted-path'

export type Guest = { _id: string; name: string; accessToken: string }
type Opened = { accessToken: string; deviceToken: string }
export type Session = { token: string | null; guest: Guest | null }

const current = createValue(read())

/** Who is calling: a signed-in user's token, and apart from it the guest this device has been. */
export const getSession = current.get

export function useSession(): Session {
  return useStore(current, (session) => session)
}

export const subscribeToSession = current.subscribe

/** `deviceToken` stays when the session ends: see `knownDevice`. */
export function startSession({ accessToken, deviceToken }: Opened): void {
  write(localStorage, deviceKey, deviceToken)
  write(localStorage, tokenKey, accessToken)
  write(localStorage, guestKey, null)
  changed()
}

/** Says at sign-in that this device has been in before, so that strangers who try the account do not slow it down. */
export function knownDevice(): { deviceToken?: string } {
  const deviceToken = localStorage.getItem(deviceKey)
  return deviceToken ? { deviceToken } : {}
}

export function endSession(): void {
  write(localStorage, tokenKey, null)
  changed()
}

const leaving = new Set<() => Promise<void>>()
/** A device that is slow gets longer than anybody waits gladly: what stayed would be the next one's to read. */
const leaveMostMs = 5_000

/** What is done on this device before its person is gone; it has five seconds. */
export function beforeLeaving(work: () => Promise<void>): void {
  leaving.add(work)
}

/** Signs out of this device by loading `path` anew: nothing of the user stays in memory. */
export async function leaveSession(path: string): Promise<void> {
  write(localStorage, tokenKey, null)
  const enough = new Promise<void>((done) => setTimeout(done, leaveMostMs))
  await Promise.race([enough, Promise.allSettled([...leaving].map((work) => work()))])
  leaveUnasked()
  window.location.assign(path)
}

export function rememberGuest(guest: Guest): void {
  write(localStorage, guestKey, JSON.stringify(guest))
  changed()
}

export function forgetGuest(): void {
  write(localStorage, guestKey, null)
  changed()
}

/** Drops the token that the server refused; false when it is gone or replaced already. */
export function dropToken(token: string): boolean {
  const session = getSession()
  if (session.token === token) endSession()
  else if (session.guest?.accessToken === token) forgetGuest()
  else return false
  return true
}

export function rememberWantedPath(path: string): void {
  write(sessionStorage, wantedPathKey, path)
}

/** The page that was wanted before sign-in; asking for it forgets it. */
export function takeWantedPath(): string | null {
  const path = sessionStorage.getItem(wantedPathKey)
  write(sessionStorage, wantedPathKey, null)
  return path?.startsWith('/') && !path.startsWith('//') ? path : null
}

function read(): Session {
  return { token: localStorage.getItem(tokenKey), guest: parseGuest(localStorage.getItem(guestKey)) }
}

function parseGuest(text: string | null): Guest | null {
  return parseJson(text, shapeOf(isGuest))
}

function isGuest(value: unknown): value is Guest {
  if (typeof value !== 'object' || value === null) return false
  return ['_id', 'name', 'accessToken'].every((field) => typeof Reflect.get(value, field) === 'string')
}

// A full or forbidden store must not keep anybody from working in this tab.
function write(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    if (key === tokenKey) current.dispatch({ ...getSession(), token: value })
  }
}

function changed(): void {
  current.dispatch(read())
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === tokenKey || event.key === guestKey || event.key === null) changed()
  })
}
