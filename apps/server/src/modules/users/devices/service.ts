import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { siteOf } from '#server/http/network'
import type { Visit } from '#server/modules/users/sessions/service'
import type { UserRow } from '#server/modules/users/store'
import type { LimitName } from '#server/platform/rate-limits'
import { randomKey } from '#server/platform/tokens'

const prefix = 'wmd_'
const slowestSeconds = 5
const slowestMailSeconds = 120

/** The identity that tries are counted on, separate from others' tries at the same account. */
export type Trier = {
  /** The session or device proven for this account, or else the network address. */
  key: string
  isProven: boolean
  /** Every key that an earlier request, such as for a code, could have used. */
  keys: string[]
  /** The common part of a stranger's networks. */
  site: string
}

export const sessionKey = ({ sessionId }: UserActor) => `session ${sessionId}`

/** Strangers' tries do not slow down a device that has signed in; the token opens nothing. */
export function makeDeviceToken(deps: Deps, user: UserRow): string {
  const id = randomKey()
  return `${prefix}${id}.${deps.signer.sign(deviceParts(user, id))}`
}

// A new epoch ends a device's trust: after a reset, the first verification, or signing out everywhere.
const deviceParts = (user: UserRow, id: string) => ['device', user.id, user.deviceEpoch, id]

/** Takes the same time without an account. */
export function recognizeTrier(
  deps: Deps,
  visit: Visit,
  user: UserRow | null,
  deviceToken: string | undefined,
): Trier {
  const { actor } = visit
  const session = actor.kind === 'user' && actor.id === user?.id ? sessionKey(actor) : null
  const device = user === null ? null : deviceOf(deps, user, deviceToken)
  const proven = [session, device].filter((one) => one !== null)
  const keys = [...proven, visit.ip]
  return { key: keys[0] ?? visit.ip, isProven: proven.length > 0, keys, site: proven[0] ?? siteOf(visit.ip) }
}

/** Whether the request has a session of the account, or a device that it still trusts. */
export function isKnownFor(
  deps: Deps,
  user: UserRow,
  actor: Actor,
  deviceToken: string | undefined,
): boolean {
  return (actor.kind === 'user' && actor.id === user.id) || deviceOf(deps, user, deviceToken) !== null
}

function deviceOf(deps: Deps, user: UserRow, token: string | undefined): string | null {
  if (!token?.startsWith(prefix)) return null
  const [id = '', mac = ''] = token.slice(prefix.length).split('.')
  return deps.signer.verify(deviceParts(user, id), mac) ? `device ${id}` : null
}

export const triesOf = (trier: Trier, email: string) => `${trier.key} ${email}`
export const siteTriesOf = (trier: Trier, email: string) => `${trier.site} ${email}`

/** Anyone who knows an address can try it from anywhere: those tries get slow, but nobody is refused. */
export async function waitYourTurn(deps: Deps, trier: Trier, limit: LimitName, email: string): Promise<void> {
  if (trier.isProven) return
  const over = await deps.limits.tally(limit, email)
  if (over > 0) await sleep(Math.min(over, slowestSeconds) * 1_000)
}

/** Like `waitYourTurn`, for an email, which waits instead of the requester. */
export async function secondsToWait(
  deps: Deps,
  trier: Trier,
  limit: LimitName,
  email: string,
): Promise<number> {
  if (trier.isProven) return 0
  const over = await deps.limits.tally(limit, email)
  return Math.min(Math.max(0, over) * 10, slowestMailSeconds)
}
