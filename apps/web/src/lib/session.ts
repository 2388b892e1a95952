import { objectShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { shape, text } from '#web/lib/changes/read-kept'
import { leaveFor } from '#web/lib/layers'
import { leaveUnasked } from '#web/lib/leave-warning'
import { createValue, useStore } from '#web/lib/store'

const tokenKey = 'wingmark.token'
const deviceKey = 'wingmark.device'
const guestKey = 'wingmark.guest'
const wantedPathKey = 'wingmark.wanted-path'
const signedOutKey = 'wingmark.signed-out'

export type Guest = { _id: string; name: string; accessToken: string }
type Opened = { accessToken: string; deviceToken: string }
export type Session = { token: string | null; guest: Guest | null }

const current = createValue(read())

/** Who is calling: a user's token, and separately the guest of this device. */
export const getSession = current.get

export function useSession(): Session {
  return useStore(current, (session) => session)
}

export const subscribeToSession = current.subscribe

/** `deviceToken` outlives the session: see `knownDevice`. */
export function startSession({ accessToken, deviceToken }: Opened): void {
  writeStored(deviceKey, deviceToken)
  writeStored(tokenKey, accessToken)
  writeStored(guestKey, null)
  changed({ token: accessToken, guest: null })
}

/** Whether someone has signed in here before. */
export const wasHereBefore = (): boolean => readStored(deviceKey) !== null

/** Proves at sign-in that this device is known, so strangers' attempts do not slow it down. */
export function knownDevice(): { deviceToken?: string } {
  const deviceToken = readStored(deviceKey)
  return deviceToken ? { deviceToken } : {}
}

export function endSession(): void {
  writeStored(tokenKey, null)
  changed({ token: null })
}

const leaving = new Set<() => Promise<void>>()
/** Slow devices get long enough: leftovers would be readable by the next user. */
const leaveMostMs = 5_000

/** Runs on this device before its user leaves; has five seconds. */
export function beforeLeaving(work: () => Promise<void>): void {
  leaving.add(work)
}

/** Signs out of this device by reloading at `path`: no user data stays in memory. */
export async function leaveSession(path: string): Promise<void> {
  isLeaving = true
  writeStored(tokenKey, null)
  writeStored(signedOutKey, null, 'sessionStorage')
  const enough = new Promise<void>((done) => setTimeout(done, leaveMostMs))
  await Promise.race([enough, Promise.allSettled([...leaving].map((work) => work()))])
  leaveUnasked()
  leaveFor(path)
}

export function rememberGuest(guest: Guest): void {
  writeStored(guestKey, JSON.stringify(guest))
  changed({ guest })
}

export function forgetGuest(): void {
  writeStored(guestKey, null)
  changed({ guest: null })
}

/** Drops the refused token; false if it is already gone or replaced. */
export function dropToken(token: string): boolean {
  const session = getSession()
  if (session.token === token) {
    rememberSignedOut()
    endSession()
  } else if (session.guest?.accessToken === token) forgetGuest()
  else return false
  return true
}

export function rememberWantedPath(path: string): void {
  writeStored(wantedPathKey, path, 'sessionStorage')
}

/** The page wanted before sign-in; reading deletes it. */
export function takeWantedPath(): string | null {
  const path = readStored(wantedPathKey, 'sessionStorage')
  writeStored(wantedPathKey, null, 'sessionStorage')
  return path?.startsWith('/') && !path.startsWith('//') ? path : null
}

function read(): Session {
  return { token: readStored(tokenKey), guest: parseGuest(readStored(guestKey)) }
}

function parseGuest(kept: string | null): Guest | null {
  return shape({ _id: text, name: text, accessToken: text })(parseJson(kept, objectShape)) ?? null
}

/** Whether the session ended elsewhere: the server refused it, or another tab signed out. */
export const wasSignedOut = (): boolean =>
  getSession().token === null && readStored(signedOutKey, 'sessionStorage') !== null

// Without storage, work in this tab must still be possible.
function changed(now: Partial<Session>): void {
  const next = { ...getSession(), ...now }
  // Before anything renders.
  if (next.token) writeStored(signedOutKey, null, 'sessionStorage')
  current.dispatch(next)
}

let isLeaving = false

/** Runs before the token is removed. */
function rememberSignedOut(): void {
  if (!isLeaving && getSession().token) writeStored(signedOutKey, 'yes', 'sessionStorage')
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== tokenKey && event.key !== guestKey && event.key !== null) return
    const now = read()
    if (!now.token) rememberSignedOut()
    changed(now)
  })
}
